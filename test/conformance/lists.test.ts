import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import type { Endpoint, RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "#support/engines.ts";
import { headersFor, type TestNode } from "#support/node.ts";
import { membersOf, send, type RawAnswer } from "./requests.ts";
import { samples, type Sample } from "./samples.ts";
import { worldOf, type World } from "./world.ts";
import { isList } from "./wrong-values.ts";

interface List {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly sample: Sample;
}

const lists = clinicalModules
  .flatMap((module) => module.routes)
  .flatMap(({ name, endpoint }): readonly List[] => {
    const [resource = "", key = ""] = name.split(".");
    const sample = samples[resource]?.[key];
    return sample === undefined || !isList(endpoint) ? [] : [{ name, endpoint, sample }];
  });

const pageShape = z.object({
  data: z.array(z.looseObject({})),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
});
type Page = z.output<typeof pageShape>;

const rowCount = 7;
const pageSize = 2;

/** What distinguishes a row from every other; an entry of a timeline has no id. */
function rowName(row: Readonly<Record<string, unknown>>): string {
  return typeof row["id"] === "string" ? row["id"] : JSON.stringify(row);
}

function names(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) => page.data.map(rowName));
}

// A character in the middle: the last one's spare bits do not reach the server.
function tampered(cursor: string): string {
  const place = Math.floor(cursor.length / 2);
  const other = cursor[place] === "A" ? "B" : "A";
  return `${cursor.slice(0, place)}${other}${cursor.slice(place + 1)}`;
}

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let headers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    headers = await headersFor(node, node.tenant);
  });
  afterAll(() => node.stop());

  function ask(
    endpoint: Endpoint,
    request: RequestOf<Endpoint>,
    query: readonly (readonly [string, string])[],
    given = headers,
  ): Promise<RawAnswer> {
    return send(node, endpoint, request, { headers: given, query });
  }

  async function page(endpoint: Endpoint, request: RequestOf<Endpoint>, cursor: string | null) {
    const place: readonly (readonly [string, string])[] =
      cursor === null ? [] : [["cursor", cursor]];
    const answer = await ask(endpoint, request, [["limit", String(pageSize)], ...place]);
    expect([answer.status, answer.code]).toEqual([200, ""]);
    return pageShape.parse(JSON.parse(answer.text));
  }

  /** Reads on from a page to the end; `between` runs after each page. */
  async function walk(
    endpoint: Endpoint,
    request: RequestOf<Endpoint>,
    direction: "next_cursor" | "prev_cursor",
    from: string | null,
    between: (turn: number) => Promise<unknown>,
  ): Promise<readonly Page[]> {
    const pages: Page[] = [];
    let cursor = from;
    for (let turn = 0; turn < 200; turn += 1) {
      const read = await page(endpoint, request, cursor);
      pages.push(read);
      cursor = read[direction];
      if (cursor === null) return pages;
      await between(turn);
    }
    throw new Error("the walk came to no end");
  }

  const quiet = () => Promise.resolve();

  describe.each(lists)("$endpoint.path", ({ endpoint, sample }) => {
    let request: RequestOf<Endpoint>;
    let rows: readonly string[];

    beforeAll(async () => {
      request = await sample.request(world);
      for (let row = 0; row < rowCount; row += 1) await sample.grow?.(world, request);
      // Reads are audited a moment later, and a timeline shows what is audited.
      await node.readAudit.drain();
      rows = names(await walk(endpoint, request, "next_cursor", null, quiet));
    });

    test("shows every row once, in pages of the size asked for", async () => {
      const pages = await walk(endpoint, request, "next_cursor", null, quiet);
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.length).toBeGreaterThanOrEqual(rowCount);
      expect(pages.slice(0, -1).every(({ data }) => data.length === pageSize)).toBe(true);
      expect(pages.map(({ has_more: hasMore }) => hasMore)).toEqual(
        pages.map((_, index) => index < pages.length - 1),
      );
      expect(pages[0]?.prev_cursor).toBeNull();
    });

    test("leads back over the same pages to the first", async () => {
      const forward = await walk(endpoint, request, "next_cursor", null, quiet);
      const lastBack = forward.at(-1)?.prev_cursor ?? null;
      expect(lastBack).not.toBeNull();
      const back = await walk(endpoint, request, "prev_cursor", lastBack, quiet);
      const behind = names(forward.slice(0, -1));
      expect(names(back.toReversed())).toEqual(behind);
    });

    test("shows on the way back only what came before, however wide the page", async () => {
      const [first, second] = await walk(endpoint, request, "next_cursor", null, quiet);
      const cursor = second?.prev_cursor ?? "";
      const answer = await ask(endpoint, request, [
        ["limit", "5"],
        ["cursor", cursor],
      ]);
      const back = pageShape.parse(JSON.parse(answer.text));
      expect(names([back])).toEqual(names(first === undefined ? [] : [first]));
      expect([back.prev_cursor, back.has_more]).toEqual([null, true]);
    });

    test("keeps its order and shows each row once while rows are added", async () => {
      const grow = (turn: number) =>
        turn < 3 ? Promise.resolve(sample.grow?.(world, request)) : quiet();
      const pages = await walk(endpoint, request, "next_cursor", null, grow);
      const seen = names(pages);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((name) => rows.includes(name))).toEqual(rows);
    });

    test("refuses a cursor that was changed, made up, another tenant's or another list's", async () => {
      const cursor = (await page(endpoint, request, null)).next_cursor ?? "";
      const others = lists.filter((list) => list.endpoint.path !== endpoint.path);
      const [elsewhere] = others;
      if (elsewhere === undefined) throw new Error("there is but one list");
      const foreign = await page(elsewhere.endpoint, await sampleOf(elsewhere), null);
      const made = Buffer.from(JSON.stringify([Date.now(), "next", "a", "b"])).toString(
        "base64url",
      );
      for (const given of [tampered(cursor), made, "nonsense", "%", foreign.next_cursor ?? ""]) {
        const answer = await ask(endpoint, request, [["cursor", given]]);
        expect([answer.status, answer.code], given).toEqual([400, "invalid_cursor"]);
      }
      expect(cursor).not.toBe("");
    });

    async function sampleOf(list: List): Promise<RequestOf<Endpoint>> {
      const other = await list.sample.request(world);
      for (let row = 0; row <= pageSize; row += 1) await list.sample.grow?.(world, other);
      return other;
    }
  });

  test("a cursor of one tenant opens nothing for another", async () => {
    const list = lists.find(({ name }) => name === "patients.list");
    if (list === undefined) throw new Error("patients have no list");
    const cursor = (await page(list.endpoint, {}, null)).next_cursor ?? "";
    const given = { ...(await headersFor(node, node.other)) };
    const response = await fetch(
      `${node.otherDoor.url}/v1/patients?cursor=${encodeURIComponent(cursor)}`,
      { headers: given },
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_cursor" } });
  });

  test("a cursor belongs to its filters", async () => {
    const list = lists.find(({ name }) => name === "patients.list");
    if (list === undefined) throw new Error("patients have no list");
    const cursor = (await page(list.endpoint, {}, null)).next_cursor ?? "";
    const answer = await ask(list.endpoint, {}, [
      ["cursor", cursor],
      ["gender", "male"],
    ]);
    expect([answer.status, answer.code]).toEqual([400, "invalid_cursor"]);
  });

  test("a cursor lasts a day", async () => {
    const list = lists.find(({ name }) => name === "patients.list");
    if (list === undefined) throw new Error("patients have no list");
    const cursor = (await page(list.endpoint, {}, null)).next_cursor ?? "";
    node.clock.advance(25 * 3_600_000);
    const later = await headersFor(node, node.tenant);
    const answer = await ask(list.endpoint, {}, [["cursor", cursor]], later);
    expect([answer.status, answer.code]).toEqual([400, "cursor_expired"]);
    expect(membersOf(JSON.parse(answer.text))).toHaveProperty("error");
  });
});
