/** A page of the branch over HTTPS, by the name that this page was opened by. */
export function secureAddress(port: number, path: string): string {
  return `https://${globalThis.location.hostname}:${port}${path}`;
}
