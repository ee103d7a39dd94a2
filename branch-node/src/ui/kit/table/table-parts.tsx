import { memo, useContext, useRef, type ReactNode } from "react";
import { useTableCell, useTableRow } from "react-aria/useTable";
import { Collection } from "react-aria-components/Collection";
import {
  CollectionRendererContext,
  createBranchComponent,
  createLeafComponent,
  DefaultCollectionRenderer,
} from "react-aria-components/CollectionBuilder";
import { SteadyRow, useRowState, type TableNode } from "./steady-table.tsx";

interface RowProps {
  readonly id: string;
  readonly textValue: string;
  /** Whether a press on it does anything. */
  readonly isPressable: boolean;
  readonly testName: string | undefined;
  readonly children: ReactNode;
}

interface CellProps {
  readonly className: string;
  /** What is said before it where a table is drawn as cards. */
  readonly title: string;
  readonly children: ReactNode;
}

function useTable() {
  const { isVirtualized = false, CollectionBranch } = useContext(CollectionRendererContext);
  return { state: useRowState(), isVirtualized, CollectionBranch };
}

interface DrawnRowProps extends Pick<RowProps, "isPressable" | "testName"> {
  readonly node: TableNode;
}

const DrawnRow = memo(function DrawnRow({ node, isPressable, testName }: DrawnRowProps) {
  const { state, isVirtualized, CollectionBranch } = useTable();
  const ref = useRef<HTMLTableRowElement & HTMLDivElement>(null);
  const { rowProps, isSelected } = useTableRow({ node, isVirtualized }, state, ref);
  const Element = isVirtualized ? "div" : "tr";
  return (
    <Element
      {...rowProps}
      ref={ref}
      className={`table-row${isPressable ? " is-pressable" : ""}`}
      data-testid={testName}
      data-selected={isSelected || undefined}
    >
      <CollectionBranch collection={state.collection} parent={node} />
    </Element>
  );
});

/**
 * A row of a table. The library's own draws itself anew with each key and each press anywhere on the page, to know whether a
 * ring is to be seen around it; here the style sheet knows.
 */
export const TableRow = createBranchComponent<object, RowProps, HTMLTableRowElement>(
  "item",
  ({ isPressable, testName }: RowProps, _ref: unknown, node: TableNode) => (
    <SteadyRow row={node}>
      <DrawnRow node={node} isPressable={isPressable} testName={testName} />
    </SteadyRow>
  ),
  ({ id, children }) => <Collection idScope={id}>{children}</Collection>,
);

/** A cell of a row. */
export const TableCell = createLeafComponent<object, CellProps, HTMLTableCellElement>(
  "cell",
  function DrawnCell({ className, title, children }: CellProps, _ref: unknown, node: TableNode) {
    const { state, isVirtualized } = useTable();
    const ref = useRef<HTMLTableCellElement & HTMLDivElement>(null);
    const column = state.collection.columns[node.index];
    const cell = column === undefined ? node : { ...node, column };
    const { gridCellProps } = useTableCell({ node: cell, isVirtualized }, state, ref);
    const Element = isVirtualized ? "div" : "td";
    return (
      <Element {...gridCellProps} ref={ref} className={className} data-title={title}>
        {/* Lists within it are drawn as everywhere. */}
        <CollectionRendererContext.Provider value={DefaultCollectionRenderer}>
          {children}
        </CollectionRendererContext.Provider>
      </Element>
    );
  },
);
