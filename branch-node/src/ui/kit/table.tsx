import {
  createContext,
  useContext,
  useMemo,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { Collection } from "react-aria-components/Collection";
import { useLocale } from "react-aria-components/I18nProvider";
import {
  Column,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLoadMoreItem,
  type SortDescriptor,
} from "react-aria-components/Table";
import { Icon } from "./icon.tsx";
import { useSteadyRows } from "./steady-rows.ts";
import { SteadyTable, useKept } from "./table/steady-table.tsx";
import { CellContent, Contents, Handlers, Places, type Place } from "./table/table-contents.tsx";
import { TableCell, TableRow } from "./table/table-parts.tsx";
import { Virtualizer } from "react-aria-components/Virtualizer";
import { EvenRowsLayout } from "./table/even-rows.ts";

/**
 * How wide a column is, whatever comes to stand in it later: px, a share of what the others leave, or as wide as its buttons
 * need up to some px. Names that arrive after the page move nothing by this.
 */
type ColumnWidth = number | `${number}fr` | `fit ${number}`;

/** A column of a table. */
export interface TableColumn<T> {
  readonly id: string;
  readonly title: string;
  readonly width: ColumnWidth;
  /** Says of which thing a row speaks; at least one column does. */
  readonly isRowHeader?: boolean;
  /** The title is heard and not seen. */
  readonly isUntitled?: boolean;
  /** Amounts and numbers: they end at one line, so that digits of one worth stand below each other. */
  readonly isNumber?: boolean;
  /** By what the rows can be sorted, with a press on the title; null stands last either way. */
  readonly sortBy?: (row: T) => string | number | null;
  readonly cell: (row: T) => ReactNode;
}

function isFit(width: ColumnWidth): width is `fit ${number}` {
  return typeof width === "string" && width.startsWith("fit ");
}

// A share is never narrower than this for each of its parts: where a table has less room, it is moved sideways.
const leastOfShare = 28;

/** The columns as tracks of a grid that all rows share. */
function tracksOf(columns: readonly { readonly width: ColumnWidth }[]): string {
  const tracks = columns.map(({ width }) => {
    if (typeof width === "number") return `${width}px`;
    if (isFit(width)) return `fit-content(${width.slice(4)}px)`;
    return `minmax(${Number.parseFloat(width) * leastOfShare}px, ${width})`;
  });
  return tracks.join(" ");
}

/** The same for rows each of which stands for itself, as where only those in sight are drawn. */
function ownWidth(width: ColumnWidth): number | `${number}fr` {
  if (typeof width === "number") return width;
  return isFit(width) ? Number(width.slice(4)) : width;
}

interface TableProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  /** What is said where there is no row. */
  readonly empty: ReactNode;
  /** How a row is read aloud and found by its first letters. */
  readonly textOf: (row: T) => string;
  /** Enter, or a double click. */
  readonly onOpen?: (row: T) => void;
  readonly chosen?: string | null;
  readonly onChoose?: (id: string | null) => void;
  /** For thousands of rows: only those in sight are drawn. */
  readonly isVirtual?: boolean;
  /** Where only those in sight are drawn, every row is as high: for two lines, or for one. */
  readonly hasTwoLines?: boolean;
  /** Reads what comes after the rows, as soon as their end is near. */
  readonly onMore?: (() => void) | undefined;
  readonly rowTestName?: string;
  readonly testName?: string;
}

function numberLook({ isNumber = false }: { readonly isNumber?: boolean }): string {
  return isNumber ? " is-number" : "";
}

const EmptyContext = createContext<ReactNode>(null);

function Empty() {
  return <div className="table-empty">{useContext(EmptyContext)}</div>;
}

const drawEmpty = () => <Empty />;

/** All that decides how the rows are built, beside what stands in them. */
function shapeOf<T extends { readonly id: string }>(props: TableProps<T>): string {
  const { columns, onOpen, onChoose, rowTestName } = props;
  const titles = columns.map(({ sortBy, cell: _drawn, ...column }) => [
    column,
    sortBy === undefined,
  ]);
  return JSON.stringify([titles, onOpen === undefined, onChoose === undefined, rowTestName]);
}

function classOf<T>(column: TableColumn<T>): string {
  const fit = isFit(column.width) ? " cell-fit" : "";
  return `table-cell cell-${column.id}${fit}${numberLook(column)}`;
}

function rowOf<T extends { readonly id: string }>(props: TableProps<T>, place: Place) {
  const { columns, onOpen, onChoose, rowTestName } = props;
  return (
    <TableRow
      id={place.id}
      textValue={place.text}
      isPressable={onOpen !== undefined || onChoose !== undefined}
      testName={rowTestName}
    >
      {columns.map((column) => (
        <TableCell
          key={column.id}
          className={classOf(column)}
          title={column.isRowHeader === true || column.isUntitled === true ? "" : column.title}
        >
          <CellContent row={place.id} column={column.id} />
        </TableCell>
      ))}
    </TableRow>
  );
}

const headHeight = 36;
const emptyHeight = 56;

function rowHeightOf({ hasTwoLines = false }: { readonly hasTwoLines?: boolean }): number {
  return hasTwoLines ? 48 : 40;
}

interface WholeHeight extends CSSProperties {
  readonly "--whole-height": string;
}

/** How high a table is that draws only the rows in sight, where its place is higher than they are. */
function wholeHeight<T extends { readonly id: string }>(props: TableProps<T>): WholeHeight {
  const { rows, onMore } = props;
  const height = rowHeightOf(props);
  const ofRows = rows.length === 0 ? emptyHeight : rows.length * height;
  const ofMore = onMore === undefined ? 0 : height;
  return { "--whole-height": `${headHeight + ofRows + ofMore}px` };
}

type Sorted = Pick<SortDescriptor, "column" | "direction">;

/** Rows in the order of a column, where one was asked for; of rows that are read page by page, those that have been read. */
function useSorted<T>({
  columns,
  rows,
}: Pick<TableProps<T & { readonly id: string }>, "columns" | "rows">) {
  const { locale } = useLocale();
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const sortBy = columns.find(({ id }) => id === sorted?.column)?.sortBy;
  if (sorted === null || sortBy === undefined) return { rows, sorted: null, setSorted };
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = sorted.direction === "descending" ? -1 : 1;
  const inOrder = rows.toSorted((one, other) => {
    const [left, right] = [sortBy(one), sortBy(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === "number" && typeof right === "number") return sign * (left - right);
    return sign * compare(String(left), String(right));
  });
  return { rows: inOrder, sorted, setSorted };
}

function ColumnTitle<T>({
  title,
  isUntitled = false,
}: Pick<TableColumn<T>, "title" | "isUntitled">) {
  return isUntitled ? <span className="visually-hidden">{title}</span> : title;
}

function SortMark({ direction }: { readonly direction: Sorted["direction"] | undefined }) {
  if (direction === undefined) return null;
  return <Icon name={direction === "ascending" ? "rise" : "fall"} />;
}

function TitleCell<T>({ column }: { readonly column: TableColumn<T> }) {
  const { id, isRowHeader = false, width, sortBy } = column;
  return (
    <Column
      id={id}
      className={`table-column${numberLook(column)}`}
      isRowHeader={isRowHeader}
      allowsSorting={sortBy !== undefined}
      width={ownWidth(width)}
    >
      {({ sortDirection }) => (
        <>
          <ColumnTitle {...column} />
          <SortMark direction={sortDirection} />
        </>
      )}
    </Column>
  );
}

/** The columns and rows as the library is told of them: the same until one comes, goes or moves. */
function useParts<T extends { readonly id: string }>(
  props: TableProps<T>,
  shown: readonly T[],
  more: () => void,
) {
  const { columns, textOf, onMore } = props;
  const [places] = useState(() => new Places());
  const items = places.of(shown.map((row) => ({ id: row.id, text: textOf(row) })));
  const shape = shapeOf(props);
  const head = (
    <TableHeader className="table-head">
      {columns.map((column) => (
        <TitleCell key={column.id} column={column} />
      ))}
    </TableHeader>
  );
  const body = (
    <TableBody renderEmptyState={drawEmpty}>
      <Collection items={items} dependencies={[shape]}>
        {(place) => rowOf(props, place)}
      </Collection>
      {onMore === undefined ? null : <TableLoadMoreItem onLoadMore={more} />}
    </TableBody>
  );
  return {
    shape,
    head: useKept(head, [shape]),
    // What comes after the rows is asked for anew with each change of the way to it: a reading that was under way, or was called
    // off, has not brought it.
    body: useKept(body, [shape, items, onMore]),
  };
}

function useChosen({ chosen = null }: { readonly chosen?: string | null }) {
  return useMemo(() => (chosen === null ? [] : [chosen]), [chosen]);
}

function Grid<T extends { readonly id: string }>(props: TableProps<T>) {
  const { columns, onChoose, onOpen } = props;
  const { rows, sorted, setSorted } = useSorted(props);
  const { shown, aim } = useSteadyRows(rows);
  const [handlers] = useState(() => new Handlers<T>());
  const { open, choose, more } = handlers.are(shown, props);
  const { shape, head, body } = useParts(props, shown, more);
  const selectedKeys = useChosen(props);
  return (
    <Contents rows={shown} columns={columns}>
      <EmptyContext.Provider value={props.empty}>
        <SteadyTable shape={shape}>
          <AriaTable
            {...aim}
            aria-label={props.label}
            className="table"
            data-testid={props.testName}
            style={
              props.isVirtual === true
                ? wholeHeight(props)
                : { gridTemplateColumns: tracksOf(columns) }
            }
            onSortChange={setSorted}
            {...(sorted === null ? {} : { sortDescriptor: sorted })}
            {...(onChoose === undefined
              ? {}
              : {
                  selectionMode: "single",
                  selectionBehavior: "replace",
                  selectedKeys,
                  onSelectionChange: choose,
                })}
            {...(onOpen === undefined ? {} : { onRowAction: open })}
          >
            {head}
            {body}
          </AriaTable>
        </SteadyTable>
      </EmptyContext.Provider>
    </Contents>
  );
}

/** Rows and columns with arrow keys, Home, End and letters, buttons in the cells among them; Tab leaves it as one stop. */
export function Table<T extends { readonly id: string }>(props: TableProps<T>) {
  if (props.isVirtual !== true) return <Grid {...props} />;
  return (
    <Virtualizer
      layout={EvenRowsLayout}
      layoutOptions={{ rowHeight: rowHeightOf(props), headingHeight: headHeight }}
    >
      <Grid {...props} />
    </Virtualizer>
  );
}
