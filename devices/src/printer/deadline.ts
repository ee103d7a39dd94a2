/**
 * Calls back after so many milliseconds, behind whatever has come in by then: a process that was kept from its work for as
 * long finds its time over before it reads the answer that has been waiting for it.
 * @returns a function that calls it off
 */
export function afterDeadline(ms: number, act: () => void): () => void {
  let behind: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    behind = setImmediate(act);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(behind);
  };
}
