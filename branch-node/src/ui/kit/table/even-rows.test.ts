import { expect, test } from "vitest";
import { Rect, Size, TableLayout } from "react-aria-components/Virtualizer";
import { EvenRowsLayout } from "./even-rows.ts";

type Layouts = TableLayout<object>;
type Virtualizer = NonNullable<Layouts["virtualizer"]>;
type Rows = Virtualizer["collection"];

const [rowHeight, headingHeight] = [40, 36];
const columns = ["token", "patient"];

/** The rows of a table, as the library hands them to a layout. */
function rowsOf(names: readonly string[], last: "loader" | null = null): Rows {
  const nodes = new Map<string, object>();
  const children = new Map<string, object[]>();
  const add = (type: string, key: string, parentKey: string | null, index: number) => {
    const node = { type, key, parentKey, index, colIndex: index, props: { width: 100 } };
    nodes.set(key, node);
    if (parentKey !== null) children.set(parentKey, [...(children.get(parentKey) ?? []), node]);
    return node;
  };
  const head = add("tableheader", "head", null, 0);
  const headRow = add("headerrow", "titles", "head", 0);
  const titles = columns.map((id, index) => add("column", id, "titles", index));
  const body = add("tablebody", "body", null, 1);
  const rows = names.map((name, index) => {
    const row = { type: "item", key: name, parentKey: "body", index, props: {} };
    nodes.set(name, row);
    children.set(
      name,
      columns.map((id, nth) => {
        const place = { index: nth, colIndex: nth };
        const cell = { type: "cell", key: `${name} ${id}`, parentKey: name, ...place, props: {} };
        nodes.set(cell.key, cell);
        return cell;
      }),
    );
    return row;
  });
  const end = last === null ? [] : [add("loader", "more", null, names.length)];
  children.set("body", [...rows, ...end]);
  const rowsLike = {
    size: names.length,
    head,
    body,
    columns: titles,
    headerRows: [headRow],
    rowHeaderColumnKeys: new Set(["token"]),
    getItem: (key: string) => nodes.get(key) ?? null,
    getChildren: (key: string) => children.get(key) ?? [],
    getKeys: () => nodes.keys(),
    [Symbol.iterator]: () => [head, body].values(),
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- as much of a collection as a layout asks for
  return rowsLike as unknown as Rows;
}

class Counting extends EvenRowsLayout<object> {
  placed = 0;
  protected override buildRow(node: never, x: number, y: number) {
    this.placed += 1;
    return super.buildRow(node, x, y);
  }
}

function show(layout: Layouts, rows: Rows, persisted: readonly string[] = []): void {
  const visibleRect = new Rect(0, 0, 400, 240);
  const size = new Size(400, 240);
  const known = { collection: rows, visibleRect, size, persistedKeys: new Set(persisted) };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- as much of a virtualizer as a layout asks for
  layout.virtualizer = { ...known, contentSize: size } as unknown as Virtualizer;
}

function stand<L extends Layouts>(layout: L, ...of: [Rows, (readonly string[])?]): L {
  show(layout, ...of);
  layout.update({ sizeChanged: true, layoutOptions: { rowHeight, headingHeight } });
  return layout;
}

/** What is drawn where somebody has scrolled so far, and where it stands. */
function drawn(layout: Layouts, y: number): readonly string[] {
  return layout
    .getVisibleLayoutInfos(new Rect(0, y, 400, 240))
    .map(({ key, rect }) => `${key} ${rect.x} ${rect.y} ${rect.width} ${rect.height}`);
}

const thousands = Array.from({ length: 5_000 }, (_, place) => `r${place}`);
const places = [0, 17, 240, 4_000, 3_900, 199_790, 120_000, 0];

test("draws the same rows at the same places as the layout that walks over all of them", () => {
  const [even, walking] = [
    stand(new EvenRowsLayout<object>(), rowsOf(thousands)),
    stand(new TableLayout<object>(), rowsOf(thousands)),
  ];
  for (const y of places) expect(drawn(even, y)).toEqual(drawn(walking, y));
  expect(even.getContentSize()).toEqual(walking.getContentSize());
});

test("places few rows, however far down somebody has scrolled", () => {
  const layout = stand(new Counting(), rowsOf(thousands));
  for (let y = 0; y < 190_000; y += 240) drawn(layout, y);
  layout.placed = 0;
  drawn(layout, 199_700);
  expect(layout.placed).toBeLessThan(40);
  layout.placed = 0;
  expect(layout.getLayoutInfo("r100")?.rect.y).toBe(headingHeight + 100 * rowHeight);
  expect(layout.placed).toBeLessThanOrEqual(1);
});

test("keeps the row that has the focus among those that are drawn, at its own place", () => {
  const layout = stand(new EvenRowsLayout<object>(), rowsOf(thousands), ["r3"]);
  const far = drawn(layout, 100_000);
  expect(far.filter((line) => line.startsWith("r3 "))).toEqual([
    `r3 0 ${headingHeight + 3 * rowHeight} 200 ${rowHeight}`,
    ...columns.map((id, nth) => `r3 ${id} ${nth * 100} ${headingHeight + 3 * rowHeight} 100 40`),
  ]);
  expect(far.some((line) => line.startsWith("r2500 "))).toBe(true);
});

test("shows the rows anew where others come before them, and fewer where some go", () => {
  const layout = stand(new EvenRowsLayout<object>(), rowsOf(["a", "b", "c"]));
  expect(layout.getLayoutInfo("b")?.rect.y).toBe(headingHeight + rowHeight);
  const turn = (names: readonly string[]) => {
    show(layout, rowsOf(names));
    layout.update({});
  };
  turn(["x", "a", "b", "c"]);
  expect(layout.getLayoutInfo("b")?.rect.y).toBe(headingHeight + 2 * rowHeight);
  turn(["x", "c"]);
  expect(layout.getLayoutInfo("b")).toBeNull();
  expect(drawn(layout, 0).filter((line) => /^[abcx] \d/u.test(line))).toHaveLength(2);
});

test("draws what reads more after the last row, wherever somebody looks", () => {
  const layout = stand(new EvenRowsLayout<object>(), rowsOf(thousands, "loader"));
  const line = drawn(layout, 0).find((each) => each.startsWith("more "));
  expect(line?.split(" ")[2]).toBe(String(headingHeight + 5_000 * rowHeight));
});
