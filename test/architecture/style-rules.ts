/** The one file in which colours and sizes of type are written. */
export const tokensFile = "branch-node/src/ui/style/tokens.css";

const rawColour =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb|light-dark|color-mix)\(/iu;
const namedColour =
  /\b(?:color|background|border|outline|fill|stroke|shadow)[\w-]*\s*:[^;]*\b(?:black|white|gr[ae]y|silver|red|green|blue|navy|teal|orange|yellow|purple|maroon)\b/iu;
const typeSize = /\bfont(?:-size)?\s*:\s*([^;]+)/iu;
const ownSize = /^(?:var\(--t-[\w-]+\)|inherit)$/u;

function isRawStyle(line: string): boolean {
  const size = typeSize.exec(line)?.[1]?.trim();
  return (
    rawColour.test(line) || namedColour.test(line) || (size !== undefined && !ownSize.test(size))
  );
}

// In a component a colour stands between quotes, and a size in a style of its own.
const rawInCode = /["'`](?:#[0-9a-f]{3,8}|rgba?\([^"'`]*|hsla?\([^"'`]*)["'`]|\bfontSize\s*:/iu;

/** The lines of a stylesheet or a component that write a colour or a size of type themselves, as `path:line`. */
export function rawStyles(path: string, text: string): string[] {
  const isRaw = path.endsWith(".css") ? isRawStyle : (line: string) => rawInCode.test(line);
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\//gu, (comment) =>
    comment.replaceAll(/[^\n]/gu, ""),
  );
  return withoutComments
    .split("\n")
    .flatMap((line, place) => (isRaw(line) ? [`${path}:${place + 1}`] : []));
}
