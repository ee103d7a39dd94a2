/** From now on, what this process makes is its user's alone: databases, logs and files beside those that say so themselves. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}
