import type { ReactNode } from "react";
import {
  Cell,
  Column,
  Row,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLoadMoreItem,
} from "react-aria-components/Table";
import { TableLayout, Virtualizer } from "react-aria-components/Virtualizer";

/** A column of a table. */
export interface TableColumn<T> {
  readonly id: string;
  readonly title: string;
  /** A share of the width in a virtualised table, or a width in px. */
  readonly width?: number | `${number}fr`;
  /** Says of which thing a row speaks; at least one column does. */
  readonly isRowHeader?: boolean;
  /** The title is heard and not seen. */
  readonly isUntitled?: boolean;
  readonly cell: (row: T) => ReactNode;
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
  /** Reads what comes after the rows, as soon as their end is near. */
  readonly onMore?: (() => void) | undefined;
  readonly rowTestName?: string;
  readonly testName?: string;
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
          className={`table-cell cell-${column.id}`}
          data-title={column.isRowHeader === true || column.isUntitled === true ? "" : column.title}
        >
          {column.cell(row)}
        </Cell>
      ))}
    </Row>
  );
}

function Grid<T extends { readonly id: string }>(props: TableProps<T>) {
  const { columns, rows, chosen, onChoose, onOpen } = props;
  return (
    <AriaTable
      aria-label={props.label}
      className="table"
      data-testid={props.testName}
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
              const row = rows.find(({ id }) => id === String(key));
              if (row !== undefined) onOpen(row);
            },
          })}
    >
      <TableHeader className="table-head">
        {columns.map(({ id, title, isRowHeader = false, isUntitled = false, width }) => (
          <Column
            key={id}
            id={id}
            className="table-column"
            isRowHeader={isRowHeader}
            {...(width === undefined ? {} : { width })}
          >
            {isUntitled ? <span className="visually-hidden">{title}</span> : title}
          </Column>
        ))}
      </TableHeader>
      <TableBody renderEmptyState={() => <div className="table-empty">{props.empty}</div>}>
        {rows.map((row) => (
          <TableRow key={row.id} row={row} props={props} />
        ))}
        {props.onMore === undefined ? null : <TableLoadMoreItem onLoadMore={props.onMore} />}
      </TableBody>
    </AriaTable>
  );
}

/** Rows and columns with arrow keys, Home, End and letters, buttons in the cells among them; Tab leaves it as one stop. */
export function Table<T extends { readonly id: string }>(props: TableProps<T>) {
  if (props.isVirtual !== true) return <Grid {...props} />;
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: 40, headingHeight: 36 }}>
      <Grid {...props} />
    </Virtualizer>
  );
}
