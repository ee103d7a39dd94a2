/**
 * A request of the bench itself, asked once more when it fails: a server may close a connection that has been idle at
 * the very moment at which it is used again.
 */
export async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    return fetch(url, init);
  }
}
