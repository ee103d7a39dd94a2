import type { SymbolSpec } from "#code/symbol.ts";

/** How large type is; each medium has its own measure of it. */
export type TypeSize = "small" | "normal" | "large" | "huge";

/** Where something stands between left and right. */
export type Align = "left" | "center" | "right";

/** One column of a table. Widths are shares of the whole. */
export interface TableColumn {
  readonly title: string;
  readonly share: number;
  readonly align: Align;
  /** On a receipt: a line of its own, a cell of the line below it, or not there. */
  readonly onReceipt: "line" | "cell" | "hidden";
}

/** One row of a table, and what is said about it below in small type. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly notes: readonly string[];
}

/** A name and what it is. */
export interface Field {
  readonly label: string;
  readonly value: string;
}

/** A code and what is said below it. */
export interface CodeBlock {
  readonly kind: "code";
  readonly symbol: SymbolSpec;
  readonly caption: string;
}

/** One element of a document, from top to bottom; what it looks like is the medium's. */
export type Block =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly size: TypeSize;
      readonly isBold: boolean;
      readonly align: Align;
    }
  | { readonly kind: "heading"; readonly text: string }
  /** What must not be overlooked, such as that this is a duplicate. */
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "fields"; readonly fields: readonly Field[] }
  | {
      readonly kind: "table";
      readonly columns: readonly TableColumn[];
      readonly rows: readonly TableRow[];
    }
  | { readonly kind: "totals"; readonly rows: readonly (Field & { readonly isStrong: boolean })[] }
  | CodeBlock
  | {
      readonly kind: "signature";
      readonly name: string;
      readonly lines: readonly string[];
      /** A code that stands at the left of it where the paper is wide enough. */
      readonly code: CodeBlock | null;
    }
  | { readonly kind: "rule" }
  | { readonly kind: "gap" };

/** Whose document it is. */
export interface Letterhead {
  readonly name: string;
  readonly lines: readonly string[];
  /** A PNG. */
  readonly logo: Uint8Array | null;
}

/** A document before it is set on a medium. */
export interface DocumentContent {
  readonly letterhead: Letterhead;
  readonly title: string;
  /** What stands at the top of every further page: whose document it is. */
  readonly running: string;
  readonly blocks: readonly Block[];
  readonly footer: readonly string[];
  /** How the place of a page among all is written: "Page 1 of 2". */
  readonly pageOf: (page: number, pages: number) => string;
}

/** A paragraph of normal type at the left. */
export function paragraph(text: string): Block {
  return { kind: "text", text, size: "normal", isBold: false, align: "left" };
}
