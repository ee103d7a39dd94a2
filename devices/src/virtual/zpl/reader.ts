/** One command of a ZPL stream: its name with its caret or tilde, and everything up to the next command. */
export interface ZplCommand {
  readonly name: string;
  readonly text: string;
}

// Beyond this, a field is noise, and waiting for its end would be for ever.
const longestCommand = 4 * 1024 * 1024;
const twoLetters = /^[A-Z0-9@][A-Z0-9@]/u;

/** Cuts a stream in any chunking into commands. A command is complete when the next one begins. */
export function createZplReader(): { push(bytes: Uint8Array): readonly ZplCommand[] } {
  const decoder = new TextDecoder("utf-8");
  let held = "";
  return {
    push: (bytes) => {
      held += decoder.decode(bytes, { stream: true });
      const pieces = held.split(/(?=[\^~])/u);
      // `^XZ` needs nothing after it, and a printer waits for nothing more.
      const isWhole = /^\^XZ\s*$/u.test(pieces.at(-1) ?? "");
      held = isWhole ? "" : (pieces.pop() ?? "");
      if (held.length > longestCommand) held = "";
      return pieces.flatMap(commandOf);
    },
  };
}

function commandOf(piece: string): readonly ZplCommand[] {
  const prefix = piece.charAt(0);
  if (prefix !== "^" && prefix !== "~") return [];
  const rest = piece.slice(1);
  // The only command of one letter is `^A`, whose second letter names the font.
  const length = rest.startsWith("A") && !rest.startsWith("A@") ? 1 : 2;
  const name = rest.slice(0, length).toUpperCase();
  if (length === 2 && !twoLetters.test(name)) return [{ name: prefix, text: rest.trimEnd() }];
  return [{ name: prefix + name, text: rest.slice(length).replaceAll(/[\r\n]/gu, "") }];
}
