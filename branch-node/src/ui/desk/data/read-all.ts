import type { Page } from "@edgeward/shared/contract/paging.ts";

const mostPages = 20;

/** What a request for one page of a list says. */
export interface PageQuery {
  readonly limit: string;
  readonly cursor?: string;
}

/** Reads a list to its end, a page after the other. */
export async function readAll<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Page<T> = await read({ limit: "100", ...(cursor === null ? {} : { cursor }) });
    found.push(...answer.data);
    cursor = answer.next_cursor;
    if (cursor === null) break;
  }
  return found;
}
