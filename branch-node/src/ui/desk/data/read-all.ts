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

/** What was read of a list from some place on, and where it goes on; null at its end. */
export interface ReadPart<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

/** Reads so many pages of a list, a page after the other. @param from where an earlier part ended; null from the first */
export async function readPart<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  most: number,
  from: string | null,
): Promise<ReadPart<T>> {
  const rows: T[] = [];
  let next = from;
  for (let page = 0; page < most; page += 1) {
    const answer: Page<T> = await read({
      limit: "100",
      ...(next === null ? {} : { cursor: next }),
    });
    rows.push(...answer.data);
    next = answer.next_cursor;
    if (next === null) break;
  }
  return { rows, next };
}

/** Reads a list, a page after the other, up to so many pages. */
export async function readPages<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  most: number,
): Promise<ReadList<T>> {
  const { rows, next } = await readPart(read, most, null);
  return { rows, isCut: next !== null };
}

/** Reads a list to its end, a page after the other. */
export async function readAll<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
): Promise<readonly T[]> {
  return (await readPages(read, mostPages)).rows;
}
