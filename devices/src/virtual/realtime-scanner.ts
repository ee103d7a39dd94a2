/** Shows every three bytes as they arrive, wherever they stand: that is how printers answer while they are held. */
export function createRealtimeScanner(
  onThree: (three: readonly [number, number, number]) => void,
): (bytes: Uint8Array) => void {
  let last: readonly [number, number] = [0, 0];
  return (bytes: Uint8Array) => {
    for (const byte of bytes) {
      const [before, previous] = last;
      onThree([before, previous, byte]);
      last = [previous, byte];
    }
  };
}
