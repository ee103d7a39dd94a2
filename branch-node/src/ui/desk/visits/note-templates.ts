import listText from "./note-templates.txt?raw";

const languages = ["en", "hi", "ur"] as const;

type InEach<T> = Readonly<Record<(typeof languages)[number], T>>;

/** What is asked and looked at in one kind of visit, line by line. */
export interface NoteTemplate {
  readonly id: string;
  readonly name: InEach<string>;
  readonly lines: InEach<readonly string[]>;
}

function inEach<T>(values: readonly string[], read: (value: string) => T): InEach<T> {
  const [en = "", hi = "", ur = ""] = values;
  return { en: read(en), hi: read(hi), ur: read(ur) };
}

/** Reads the list: `id|English|Hindi|Urdu`, and the lines of each language in a line of their own, between semicolons. */
function readTemplates(text: string): readonly NoteTemplate[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const heads = lines.filter((_, place) => place % (languages.length + 1) === 0);
  return heads.map((head, place) => {
    const [id = "", ...names] = head.split("|");
    const from = place * (languages.length + 1) + 1;
    const texts = lines.slice(from, from + languages.length);
    return {
      id,
      name: inEach(names, (name) => name),
      lines: inEach(texts, (each) => each.split(";")),
    };
  });
}

/** The templates that a note can begin with. */
export const noteTemplates: readonly NoteTemplate[] = readTemplates(listText);

/** A note with a template's lines behind what stands there already: nothing that was typed is lost. */
export function withTemplate(notes: string, lines: readonly string[]): string {
  const before = notes.trimEnd();
  return [...(before === "" ? [] : [before, ""]), ...lines.map((line) => `${line} `)].join("\n");
}
