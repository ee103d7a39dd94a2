import type { Page } from "@edgeward/shared/contract/paging.ts";

const mostPages = 20;

/** What a request for one page of a list says. */
export interface PageQuery {
  readonly limit: string;
  readonly cursor?: string;
}

/** What was read of a list, and whether it goes on behind that. */
export interface ReadList<T> {
  readonly rows: readonly T[];
  readonly isCut: boolean;
}

/** Reads a list, a page after the other, up to so many pages. */
export async function readPages<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  most: number,
): Promise<ReadList<T>> {
  const rows: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < most; page += 1) {
    const answer: Page<T> = await read({ limit: "100", ...(cursor === null ? {} : { cursor }) });
    rows.push(...answer.data);
    cursor = answer.next_cursor;
    if (cursor === null) break;
  }
  return { rows, isCut: cursor !== null };
}

/** Reads a list to its end, a page after the other. */
export async function readAll<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
): Promise<readonly T[]> {
  return (await readPages(read, mostPages)).rows;
}
