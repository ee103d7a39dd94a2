import { createLogger, type Logger } from "@edgeward/shared/log/log.ts";

/** A log that shows what no test expects, a fault of the node's own, and is silent otherwise. */
export function errorLog(now: () => number): Logger {
  return createLogger(
    (line) => {
      if (line.includes('"level":"error"')) process.stderr.write(line);
    },
    {},
    now,
  );
}
