import {
  createContext,
  createElement,
  useContext,
  useMemo,
  useState,
  type ComponentProps,
  type ContextType,
  type ReactNode,
} from "react";
import { CollectionRendererContext } from "react-aria-components/CollectionBuilder";
import { TableStateContext } from "react-aria-components/Table";

type State = NonNullable<ContextType<typeof TableStateContext>>;
type Renderer = ContextType<typeof CollectionRendererContext>;
type RootProps = ComponentProps<Renderer["CollectionRoot"]>;
/** A row or a cell as the library's collection knows it. */
export type TableNode = Parameters<
  NonNullable<ComponentProps<Renderer["CollectionBranch"]>["parent"]["render"]>
>[0];

/** Gives a value again for as long as all that it depends on is the same. */
class Kept<T> {
  #on: readonly unknown[] | null = null;
  #value: T | undefined;

  of(value: T, on: readonly unknown[]): T {
    const before = this.#on;
    const isSame =
      before?.length === on.length && on.every((each, at) => Object.is(each, before[at]));
    if (isSame && this.#value !== undefined) return this.#value;
    this.#on = on;
    this.#value = value;
    return value;
  }
}

/** A value as it was made when what it depends on last changed. */
export function useKept<T>(value: T, on: readonly unknown[]): T {
  const [kept] = useState(() => new Kept<T>());
  return kept.of(value, on);
}

// The states have contexts of their own, one for all and one for each row: React draws everything anew that reads a context
// below a place where its value has changed, also where another value stands in between.
const WholeStateContext = createContext<State | null>(null);
const RowStateContext = createContext<State | null>(null);

/** What a table is drawn of beside its state: its columns, and what can be done with its rows. */
const ShapeContext = createContext("");

/** What draws the whole of a table: the library's own, or that which draws only the rows in sight. */
const RootContext = createContext<(props: RootProps) => ReactNode>(() => null);

/** The state for all of a table: the same until something in it has changed. */
function useSteadyState(state: State): State {
  const { selectionManager: chosen, collection, sortDescriptor } = state;
  return useKept(state, [
    collection,
    chosen.rawSelection,
    chosen.focusedKey,
    chosen.isFocused,
    chosen.childFocusStrategy,
    chosen.selectionMode,
    chosen.selectionBehavior,
    sortDescriptor?.column,
    sortDescriptor?.direction,
    state.isKeyboardNavigationDisabled,
    useContext(ShapeContext),
  ]);
}

/** The state for one row: the same until the row, or whether it is chosen or has the focus, has changed. */
function useKeptForRow(state: State, row: TableNode): State {
  const { selectionManager: chosen, collection } = state;
  const { focusedKey } = chosen;
  const focused = focusedKey === null ? null : collection.getItem(focusedKey);
  const isHere = focusedKey === row.key || focused?.parentKey === row.key;
  return useKept(state, [
    row,
    chosen.isSelected(row.key),
    isHere ? focusedKey : null,
    isHere ? chosen.isFocused : null,
    isHere ? chosen.childFocusStrategy : null,
    chosen.selectionMode,
    chosen.selectionBehavior,
    state.isKeyboardNavigationDisabled,
    useContext(ShapeContext),
  ]);
}

function required(state: State | null): State {
  if (state === null) throw new Error("a row or a cell stands outside of a table");
  return state;
}

/** The state of the table for what is drawn of a row. */
export function useRowState(): State {
  return required(useContext(RowStateContext));
}

/** Draws a row with a state that changes with it alone. */
export function SteadyRow({
  row,
  children,
}: {
  readonly row: TableNode;
  readonly children: ReactNode;
}) {
  const state = useKeptForRow(required(useContext(WholeStateContext)), row);
  return <RowStateContext.Provider value={state}>{children}</RowStateContext.Provider>;
}

function SteadyInner({ state, root }: { readonly state: State; readonly root: RootProps }) {
  const draw = useContext(RootContext);
  return (
    <WholeStateContext.Provider value={useSteadyState(state)}>
      {draw(root)}
    </WholeStateContext.Provider>
  );
}

function SteadyRoot(props: RootProps) {
  const state = useContext(TableStateContext);
  return state === null ? null : <SteadyInner state={state} root={props} />;
}

/**
 * Lets the rows of the library's table stand while nothing of theirs changes. Each cell of it asks for a third of a
 * millisecond on a slow computer, and by itself the library draws all of them anew for each step of the focus, for each
 * change between mouse and keyboard anywhere on the page, and for each row that comes or goes.
 */
export function SteadyTable({
  shape,
  children,
}: {
  /** All that the rows are drawn of beside themselves, in words: where it changes, all are drawn anew. */
  readonly shape: string;
  readonly children: ReactNode;
}) {
  const outer = useContext(CollectionRendererContext);
  const [renderer, draw] = useMemo(() => {
    const steady: Renderer = { ...outer, CollectionRoot: SteadyRoot };
    const drawRoot = (props: RootProps) => createElement(outer.CollectionRoot, props);
    return [steady, drawRoot];
  }, [outer]);
  return (
    <ShapeContext.Provider value={shape}>
      <RootContext.Provider value={draw}>
        <CollectionRendererContext.Provider value={renderer}>
          {children}
        </CollectionRendererContext.Provider>
      </RootContext.Provider>
    </ShapeContext.Provider>
  );
}
