import { useState, type CSSProperties, type ReactNode } from "react";
import { Collection } from "react-aria-components/Collection";
import { useLocale } from "react-aria-components/I18nProvider";
import {
  Cell,
  Column,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLoadMoreItem,
  type SortDescriptor,
} from "react-aria-components/Table";
import { Icon } from "./icon.tsx";
import { useSteadyRows } from "./steady-rows.ts";
import { Virtualizer } from "react-aria-components/Virtualizer";
import { EvenRowsLayout } from "./even-rows.ts";

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

function TableRow<T extends { readonly id: string }>({
  row,
  props,
}: {
  readonly row: T;
  readonly props: TableProps<T>;
}) {
  return (
    <Row
      id={row.id}
      className="table-row"
      textValue={props.textOf(row)}
      data-testid={props.rowTestName}
    >
      {props.columns.map((column) => (
        <Cell
          key={column.id}
          className={`table-cell cell-${column.id}${isFit(column.width) ? " cell-fit" : ""}${numberLook(column)}`}
          data-title={column.isRowHeader === true || column.isUntitled === true ? "" : column.title}
        >
          {column.cell(row)}
        </Cell>
      ))}
    </Row>
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

function Grid<T extends { readonly id: string }>(props: TableProps<T>) {
  const { columns, chosen, onChoose, onOpen } = props;
  const { rows, sorted, setSorted } = useSorted(props);
  const { shown, aim } = useSteadyRows(rows);
  return (
    <AriaTable
      {...aim}
      aria-label={props.label}
      className="table"
      data-testid={props.testName}
      style={
        props.isVirtual === true ? wholeHeight(props) : { gridTemplateColumns: tracksOf(columns) }
      }
      onSortChange={setSorted}
      {...(sorted === null ? {} : { sortDescriptor: sorted })}
      {...(onChoose === undefined
        ? {}
        : {
            selectionMode: "single",
            selectionBehavior: "replace",
            selectedKeys: chosen === null || chosen === undefined ? [] : [chosen],
            onSelectionChange: (keys) => {
              const [key] = keys === "all" ? [] : keys;
              onChoose(key === undefined ? null : String(key));
            },
          })}
      {...(onOpen === undefined
        ? {}
        : {
            onRowAction: (key) => {
              const row = shown.find(({ id }) => id === String(key));
              if (row !== undefined) onOpen(row);
            },
          })}
    >
      <TableHeader className="table-head">
        {columns.map((column) => (
          <TitleCell key={column.id} column={column} />
        ))}
      </TableHeader>
      <TableBody renderEmptyState={() => <div className="table-empty">{props.empty}</div>}>
        {/* A row that is as it was is not drawn anew when another one changes. */}
        <Collection items={shown} dependencies={[columns]}>
          {(row) => <TableRow row={row} props={props} />}
        </Collection>
        {props.onMore === undefined ? null : <TableLoadMoreItem onLoadMore={props.onMore} />}
      </TableBody>
    </AriaTable>
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
