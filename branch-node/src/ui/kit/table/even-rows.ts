import { LayoutInfo, Rect, TableLayout } from "react-aria-components/Virtualizer";

type Rows<T> = NonNullable<TableLayout<T>["virtualizer"]>["collection"];
type Node<T> = NonNullable<ReturnType<Rows<T>["getItem"]>>;
type Key = LayoutInfo["key"];

/** Where something of a table stands. */
interface Placed {
  readonly layoutInfo: LayoutInfo;
  readonly children?: Placed[];
  readonly validRect: Rect;
  index?: number;
}

// So many places are kept of rows that have been in sight.
const mostKept = 4_000;

/** What is worked out at once: what is asked for, and as much above and below it. */
function around(asked: Rect): Rect {
  return new Rect(0, asked.y - asked.height, Infinity, 3 * asked.height);
}

/**
 * Where the rows of a table stand that are all as high. The library's own layout walks over all rows for each picture of a
 * table that is scrolled, and places anew all that have been in sight: the further down, the slower. This one counts, and
 * looks only at the rows in sight, at those near them, and at the one that has the focus.
 */
export class EvenRowsLayout<T> extends TableLayout<T> {
  #known: Rows<T> | null = null;
  #body: Key | null = null;
  #rows: readonly Node<T>[] = [];
  #last: Node<T> | null = null;
  #top = 0;
  #placed = new Set<Key>();

  override getLayoutInfo(key: Key): LayoutInfo | null {
    const row = this.#rowOf(key);
    if (row !== null) this.#place(row);
    return super.getLayoutInfo(key);
  }

  protected override layoutIfNeeded(rect: Rect): void {
    if (this.lastCollection === null) return;
    const isKnown = this.requestedRect.containsRect(rect);
    if (isKnown && this.#focused().every(({ key }) => this.#placed.has(key))) return;
    if (!isKnown) this.requestedRect = around(rect);
    if (this.layoutNodes.size > mostKept) this.layoutNodes.clear();
    this.rootNodes = this.buildCollection();
  }

  protected override isValid(node: Node<T>, y: number): boolean {
    const known = this.layoutNodes.get(node.key);
    if (known === undefined || known.node !== node) return false;
    const { rect } = known.layoutInfo;
    return rect.y === y && known.validRect.containsRect(rect.intersection(this.requestedRect));
  }

  protected override buildRowGroup(top: number, body: Node<T>): Placed & { node: Node<T> } {
    this.#learn(body, top);
    const height = this.#height();
    const { y, maxY } = this.requestedRect;
    const from = Math.max(0, Math.floor((y - top) / height));
    const to = Math.min(this.#rows.length, Math.ceil((maxY - top) / height));
    const near = this.#rows.slice(from, to);
    const far = this.#focused().filter(({ index }) => index < from || index >= to);
    const rows = [...near, ...far].toSorted((one, other) => one.index - other.index);
    this.#placed = new Set(rows.map(({ key }) => key));
    const children = rows.map((row) => this.#place(row));
    const end = top + this.#rows.length * height;
    if (this.#last !== null)
      children.push(this.buildChild(this.#last, this.padding, end, body.key));
    for (const [index, child] of children.entries()) child.index = index;
    const width = Math.max(0, ...children.map(({ layoutInfo }) => layoutInfo.rect.width));
    const isEmpty = this.collection.size === 0;
    const bottom = isEmpty ? (this.virtualizer?.size.height ?? 0) : end;
    const last = children.at(-1)?.layoutInfo.rect.maxY ?? bottom;
    const rect = new Rect(this.padding, top, width, Math.max(bottom, last) - top);
    const layoutInfo = new LayoutInfo("rowgroup", body.key, rect);
    return { layoutInfo, children, validRect: rect.intersection(this.requestedRect), node: body };
  }

  #height(): number {
    return this.getEstimatedRowHeight() + this.gap;
  }

  #learn(body: Node<T>, top: number): void {
    this.#top = top;
    if (this.#known === this.collection) return;
    this.#known = this.collection;
    this.#body = body.key;
    const all = [...(this.collection.getChildren?.(body.key) ?? [])];
    this.#rows = all.filter(({ type }) => type === "item");
    this.#last = all.find(({ type }) => type === "loader") ?? null;
  }

  #place(row: Node<T>): Placed {
    return this.buildChild(row, this.padding, this.#top + row.index * this.#height(), this.#body);
  }

  /** The row that something is, or belongs to. */
  #rowOf(key: Key): Node<T> | null {
    const node = this.lastCollection?.getItem(key) ?? null;
    if (node === null || node.type === "item") return node;
    const { parentKey = null } = node;
    return parentKey === null ? null : this.#rowOf(parentKey);
  }

  /** The rows that are drawn wherever they stand. */
  #focused(): readonly Node<T>[] {
    return [...(this.virtualizer?.persistedKeys ?? [])].flatMap((key) => this.#rowOf(key) ?? []);
  }
}
