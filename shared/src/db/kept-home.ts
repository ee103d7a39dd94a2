// What goes to no other branch, also where its patient's records are lent.

/** By which of its columns' values a row stays with its branch and the hub. */
export type KeptHome<Name extends string = string> = Readonly<
  Partial<Record<Name, readonly (string | boolean)[]>>
>;

/** The columns that name the record with which a row goes, by its table and its id. */
export interface KeptWith<Name extends string = string> {
  readonly type: Name;
  readonly id: Name;
}

/** Whether a row is never lent to another branch by what stands in it. */
export function isKeptHome(
  { keptHome = {} }: { readonly keptHome?: KeptHome },
  row: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(keptHome).some(
    ([name, values]) => values?.some((value) => value === row[name]) === true,
  );
}
