import type { WriteOptions } from "#driver.ts";

/** Calls back when the time of a write is over and it may not wait any longer; the returned function calls that off. */
export function deadlineOf(
  { timeoutMs, mayWait = () => false }: WriteOptions,
  onLate: () => void,
): () => void {
  let timer: NodeJS.Timeout;
  const begin = () => {
    timer = setTimeout(() => (mayWait() ? begin() : onLate()), timeoutMs);
  };
  begin();
  return () => clearTimeout(timer);
}
