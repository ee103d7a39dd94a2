/** Why a command ended early, in one line for the person who gave it, with the exit code that says so. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = "CommandFailure";
    this.exitCode = exitCode;
  }
}

/** The exit code of a command that was given wrongly. */
export const usageExit = 2;

/** What went wrong, in one line, whatever was thrown. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s*\n\s*/gu, " ").trim();
}
