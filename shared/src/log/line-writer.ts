/**
 * Writes lines, those of one turn of the program in one piece: each piece is a call into the system, and a busy node
 * writes a line for every request. What waits is written when the process ends, also by a fault.
 * @param write takes whole lines
 * @returns what takes one line with its line feed
 */
export function createLineWriter(write: (text: string) => void): (line: string) => void {
  let waiting = "";
  const put = () => {
    const text = waiting;
    waiting = "";
    if (text !== "") write(text);
  };
  process.once("exit", put);
  return (line) => {
    if (waiting === "") setImmediate(put);
    waiting += line;
  };
}
