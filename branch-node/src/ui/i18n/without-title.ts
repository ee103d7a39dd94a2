const titles = "dr|mr|mrs|ms|shri|smt|डॉ|श्री|श्रीमती|ڈاکٹر";

/** A word that is a title and no name. */
export const titleWord = new RegExp(`^(?:${titles})\\.?$`, "iu");

const leading = new RegExp(`^(?:${titles})\\.?\\s+`, "iu");

/** A name without the title before it, by which nobody looks for it and which no voice reads well. */
export function withoutTitle(name: string): string {
  return name.replace(leading, "");
}
