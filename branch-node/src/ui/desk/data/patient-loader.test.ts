import { expect, test } from "vitest";
import { createClient } from "@edgeward/shared/contract/client.ts";
import { patientReads } from "./patient-loader.ts";
import { RecordLoader } from "./record-loader.ts";

const idOf = (number: number) => `pat_${String(number).padStart(26, "0")}`;

/** A branch that knows patients up to a number, and keeps what it was asked. */
function branchWith(known: number) {
  const asked: string[] = [];
  const answer = (status: number, body: unknown) =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
  const send = (input: RequestInfo | URL) => {
    const url = new URL(
      String(input instanceof Request ? input.url : input),
      "http://branch.local",
    );
    asked.push(url.pathname + url.search);
    const isKnown = (id: string) => id <= idOf(known);
    const one = url.pathname.split("/").at(3);
    if (one !== undefined) {
      const error = { error: { code: "not_found", message: "", details: {} } };
      return isKnown(one) ? answer(200, { id: one }) : answer(404, error);
    }
    const ids = (url.searchParams.get("ids") ?? "").split(",");
    const data = ids.filter(isKnown).map((id) => ({ id }));
    return answer(200, { data, has_more: false, next_cursor: null, prev_cursor: null });
  };
  const client = createClient({ baseUrl: "http://branch.local", headers: () => ({}), fetch: send });
  return { asked, loader: new RecordLoader(patientReads(client)) };
}

test("asks once for all that are wanted at one moment, and once for each hundred", async () => {
  const { asked, loader } = branchWith(300);
  const wanted = Array.from({ length: 250 }, (_, number) => idOf(number + 1));
  const found = await Promise.all(wanted.map((id) => loader.load(id)));
  expect(found.map(({ id }) => id)).toEqual(wanted);
  expect(asked).toHaveLength(3);
});

test("asks for one alone by its own address, and for the same one twice only once", async () => {
  const { asked, loader } = branchWith(5);
  const [one, again] = await Promise.all([loader.load(idOf(1)), loader.load(idOf(1))]);
  expect([one.id, again.id]).toEqual([idOf(1), idOf(1)]);
  expect(asked).toEqual([`/v1/patients/${idOf(1)}`]);
});

test("says of one who is not there what the branch says, and gives the others", async () => {
  const { loader } = branchWith(2);
  const missing = loader.load(idOf(3));
  const [one, two] = await Promise.all([loader.load(idOf(1)), loader.load(idOf(2))]);
  expect([one.id, two.id]).toEqual([idOf(1), idOf(2)]);
  await expect(missing).rejects.toMatchObject({ status: 404 });
});
