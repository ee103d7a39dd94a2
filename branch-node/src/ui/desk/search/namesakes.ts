interface Named {
  readonly id: string;
  readonly name: string;
}

function plainName({ name }: Named): string {
  return name.normalize("NFC").toLocaleLowerCase().trim().replaceAll(/\s+/gu, " ");
}

/** Whether several of those who were found bear one name. */
export function haveNamesakes(found: readonly Named[]): boolean {
  return new Set(found.map(plainName)).size < found.length;
}

/**
 * Of several people of one name those first who have an appointment ahead, the earliest before: theirs is mostly meant by
 * whoever calls. The names themselves stay where the search has put them.
 * @param nextTimes when each comes next, by their ids
 */
export function expectedFirst<Person extends Named>(
  found: readonly Person[],
  nextTimes: ReadonlyMap<string, { readonly slot_time: string }>,
): readonly Person[] {
  const timeOf = ({ id }: Person) => Date.parse(nextTimes.get(id)?.slot_time ?? "9999-12-31");
  const byName = Map.groupBy(found, plainName);
  const inOrder = new Map(
    [...byName].map(([name, alike]) => {
      const sorted = alike.toSorted((one, other) => timeOf(one) - timeOf(other));
      return [name, sorted.values()] as const;
    }),
  );
  return found.map((person) => inOrder.get(plainName(person))?.next().value ?? person);
}
