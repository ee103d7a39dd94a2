import * as z from "zod";
import { textOnce } from "#resource/kept-answers.ts";

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function textOf(shape: z.ZodType, value: unknown): string {
  return JSON.stringify(shape.parse(value));
}

type WriteText = (output: unknown) => string;

const emptyPage = '{"data":[]';

/** Writes pages whose rows have texts of their own; null for a shape that is no page, or looks at all rows at once. */
function pageWriter(shape: z.ZodType): WriteText | null {
  if (!(shape instanceof z.ZodObject) || (shape.def.checks ?? []).length > 0) return null;
  const { data } = shape.shape;
  const [first] = Object.keys(shape.shape);
  if (first !== "data" || !(data instanceof z.ZodArray) || (data.def.checks ?? []).length > 0)
    return null;
  const { element } = data;
  if (!(element instanceof z.ZodType)) return null;
  return (output) => {
    if (!isObject(output) || !Array.isArray(output["data"])) return textOf(shape, output);
    const rows = output["data"].map((row: unknown) => rowText(element, row));
    const rest = textOf(shape, { ...output, data: [] });
    if (!rest.startsWith(emptyPage)) throw new Error("a page does not begin with its rows");
    return `{"data":[${rows.join(",")}]${rest.slice(emptyPage.length)}`;
  };
}

function rowText(shape: z.ZodType, row: unknown): string {
  return isObject(row) ? textOnce(row, shape, () => textOf(shape, row)) : textOf(shape, row);
}

const writers = new WeakMap<z.ZodType, WriteText>();

/**
 * What is answered as text, held to its contract. What is given again has been held to it before, and has its text; as for the
 * rest of a page, each of its rows is held to it by itself. @throws ZodError
 */
export function checkedText(shape: z.ZodType, output: unknown): string {
  const known = writers.get(shape) ?? pageWriter(shape) ?? ((one) => rowText(shape, one));
  writers.set(shape, known);
  return known(output);
}
