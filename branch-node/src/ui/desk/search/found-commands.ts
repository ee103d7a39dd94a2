import type { Command } from "#ui/kit/command-list.tsx";

const fewestLetters = 2;

function plain(text: string): string {
  return text.normalize("NFC").toLocaleLowerCase().trim();
}

/** The commands that what was typed may mean: by how their names, or words of them, begin. All of them where nothing is typed. */
export function foundCommands(typed: string, commands: readonly Command[]): readonly Command[] {
  const begun = plain(typed);
  if (begun === "") return commands;
  if (begun.length < fewestLetters) return [];
  return commands.filter(({ text }) => {
    const name = plain(text);
    return name.startsWith(begun) || name.split(/\s+/u).some((word) => word.startsWith(begun));
  });
}
