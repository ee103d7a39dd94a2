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

const physicalName =
  /(?:^|[\s;{"'])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)(?:-[a-z]+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)["']?\s*:/u;
const physicalWord =
  /\b(?:text-align|float|clear|justify-[a-z]+|caption-side|transform-origin|background-position|(?:grid|object)-[a-z-]+)\s*:[^;]*\b(?:left|right)\b|\bto (?:left|right)\b|\btranslate(?:X|3d)?\(/u;
const fourSides =
  /\b(?:margin|padding|inset|scroll-margin|scroll-padding|border-(?:width|style|color))\s*:\s*([^;]+)/u;
const corners = /\bborder-radius\s*:\s*([^;]+)/u;
const physicalInCode =
  /\b(?:(?:margin|padding|border)(?:Left|Right)\w*|textAlign\s*:\s*["'](?:left|right))\b/u;

/** The values of a shorthand; what stands in parentheses is one value. */
function valuesOf(written: string | undefined): readonly string[] {
  return written?.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/gu) ?? [];
}

function isOneSided(line: string): boolean {
  const [, right, , left] = valuesOf(fourSides.exec(line)?.[1]);
  const [first, second, third, fourth = second] = valuesOf(corners.exec(line)?.[1]);
  if (left !== undefined && left !== right) return true;
  return second !== undefined && (second !== first || (third !== undefined && third !== fourth));
}

/**
 * The lines of a stylesheet or a component that say left or right, which is the wrong side where lines run from right
 * to left, as `path:line`: `margin-inline-start`, `text-align: end` and the like hold for both directions.
 */
export function physicalSides(path: string, text: string): string[] {
  return linesThat(path, text, (line) =>
    path.endsWith(".css")
      ? physicalName.test(line) || physicalWord.test(line) || isOneSided(line)
      : physicalInCode.test(line),
  );
}

// In a component a colour stands between quotes, and a size in a style of its own.
const rawInCode = /["'`](?:#[0-9a-f]{3,8}|rgba?\([^"'`]*|hsla?\([^"'`]*)["'`]|\bfontSize\s*:/iu;

/** The lines of a stylesheet or a component that write a colour or a size of type themselves, as `path:line`. */
export function rawStyles(path: string, text: string): string[] {
  return linesThat(path, text, path.endsWith(".css") ? isRawStyle : (line) => rawInCode.test(line));
}

function linesThat(path: string, text: string, isWrong: (line: string) => boolean): string[] {
  const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\//gu, (comment) =>
    comment.replaceAll(/[^\n]/gu, ""),
  );
  return withoutComments
    .split("\n")
    .flatMap((line, place) => (isWrong(line) ? [`${path}:${place + 1}`] : []));
}
