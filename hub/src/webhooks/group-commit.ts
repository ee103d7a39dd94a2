/**
 * Makes a function that takes items one at a time into one that takes all those that came while it was busy:
 * under load one transaction serves many, at rest nobody waits. Each call resolves with its own batch.
 */
export function groupCommit<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  interface Waiting {
    readonly item: Item;
    readonly commit: PromiseWithResolvers<void>;
  }
  let waiting: Waiting[] = [];
  let isBusy = false;

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item));
      for (const { commit } of batch) commit.resolve();
    } catch (error) {
      for (const { commit } of batch) commit.reject(error);
    }
  }

  async function drain(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(batch);
    }
    isBusy = false;
  }

  return (item) => {
    const commit = Promise.withResolvers<void>();
    waiting.push({ item, commit });
    if (!isBusy) void drain();
    return commit.promise;
  };
}
