import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startProduct, type Product } from "#support/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

interface Reply {
  readonly status: number;
  /** Seconds to wait; null where nothing is said of it. */
  readonly retryAfter: number | null;
}

/** Posts JSON from one of this machine's own addresses: all of 127.0.0.0/8 are. */
function postFrom(
  localAddress: string,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        localAddress,
        headers: { "content-type": "application/json", ...headers },
        // Closed with its answer: hundreds that stayed open would take the node to its limit of connections.
        agent: false,
      },
      (answer) => {
        const after = answer.headers["retry-after"];
        answer.resume().once("end", () => {
          const retryAfter = after === undefined ? null : Number(after);
          resolve({ status: answer.statusCode ?? 0, retryAfter });
        });
      },
    );
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

const home = "127.0.0.1";
const signIn = (from: string, username: string, password: string) =>
  postFrom(from, `${product.branchUrl}/auth/staff/login`, { username, password });

function count(answers: readonly Reply[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

describe("guessing a password at the branch", () => {
  test("many at once are looked at no more than five times, and the rest is told how long to wait", async () => {
    const { username } = product.demo.branch_doctor;
    const guesses = Array.from({ length: 60 }, (_, nth) =>
      signIn("127.0.0.9", username, `g${nth}`),
    );
    const answers = await Promise.all(guesses);
    expect(count(answers, 401)).toBeLessThanOrEqual(5);
    expect(count(answers, 401) + count(answers, 429)).toBe(60);
    const refused = answers.filter(({ status }) => status === 429);
    for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThan(0);
  });

  test("leaves the owner alone at a place where they have signed in, and at any other that is new", async () => {
    const { username, password } = product.demo.branch_doctor;
    expect((await signIn("127.0.0.9", username, password)).status).toBe(429);
    expect((await signIn("127.0.0.10", username, password)).status).toBe(200);
  });

  test("is remembered when the branch starts again", async () => {
    await product.killBranch("SIGKILL");
    await product.restartBranch();
    const { username, password } = product.demo.branch_doctor;
    expect((await signIn("127.0.0.9", username, password)).status).toBe(429);
    expect((await signIn("127.0.0.10", username, password)).status).toBe(200);
  });

  test("with many names from one place is ended there, but for those who are known there", async () => {
    const own = product.demo.branch_manager;
    expect((await signIn("127.0.0.11", own.username, own.password)).status).toBe(200);
    const answers: Reply[] = [];
    for (let nth = 0; nth < 40; nth += 1)
      answers.push(await signIn("127.0.0.11", `somebody-${nth}`, "guess"));
    expect(count(answers, 401)).toBeLessThanOrEqual(20);
    expect(answers.at(-1)?.status).toBe(429);
    expect((await signIn("127.0.0.11", own.username, own.password)).status).toBe(200);
    expect((await signIn(home, own.username, own.password)).status).toBe(200);
  });
});

test("a doctor signs in where they have signed in before while a crowd of strangers tries, each from a place of their own", async () => {
  const { username, password } = product.demo.branch_doctor;
  expect((await signIn("127.0.0.10", username, password)).status).toBe(200);
  const ended: string[] = [];
  const strangers = Array.from({ length: 400 }, async (_, nth) => {
    const from = `127.0.${1 + Math.floor(nth / 200)}.${20 + (nth % 200)}`;
    const answer = await signIn(from, `stranger-${nth}`, "guess");
    if (answer.status === 401) ended.push("stranger");
    return answer;
  });
  const mine = await signIn("127.0.0.10", username, password);
  ended.push("doctor");
  expect(mine.status).toBe(200);
  const answers = await Promise.all(strangers);
  expect(count(answers, 401) + count(answers, 429)).toBe(400);
  expect(ended.indexOf("doctor")).toBeLessThan(ended.length - 1);
});

describe("guessing at the hub", () => {
  test("client secrets ends in a wait, and the right one still opens", async () => {
    const url = `${product.hubUrl}/auth/token`;
    const { client_id } = product.demo.clinical;
    const grant = { grant_type: "client_credentials", client_id };
    const guesses = Array.from({ length: 40 }, () =>
      postFrom(home, url, { ...grant, client_secret: "wrong" }),
    );
    const answers = await Promise.all(guesses);
    expect(count(answers, 401)).toBeLessThanOrEqual(5);
    expect(count(answers, 429)).toBeGreaterThanOrEqual(35);
    const right = { ...grant, client_secret: product.demo.clinical.client_secret };
    expect((await postFrom(home, url, right)).status).toBe(200);
  });

  test("enrolment codes ends in a wait, also after the hub has started again", async () => {
    const url = `${product.hubUrl}/fleet/enrol`;
    const public_jwk = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43) };
    const guess = (nth: number) =>
      postFrom("127.0.0.12", url, { code: `BCDF-${1000 + nth}`, name: "guess", public_jwk });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => guess(nth)));
    expect(count(answers, 422)).toBeLessThanOrEqual(5);
    expect(count(answers, 429)).toBeGreaterThanOrEqual(55);
    await product.killHub("SIGKILL");
    await product.restartHub();
    expect((await guess(99)).status).toBe(429);
  });

  test("the operator's token ends in a wait, and the right one still opens", async () => {
    const url = `${product.hubUrl}/operator/compact`;
    const guesses = Array.from({ length: 40 }, () =>
      postFrom(home, url, {}, { authorization: "Bearer wrong" }),
    );
    const answers = await Promise.all(guesses);
    expect(count(answers, 401)).toBeLessThanOrEqual(5);
    expect(count(answers, 429)).toBeGreaterThanOrEqual(35);
    const right = { authorization: `Bearer ${product.operatorToken}` };
    expect((await postFrom(home, url, {}, right)).status).toBe(200);
  });
});

describe("whoever asks without an end", () => {
  test("where no token is needed waits, and nobody else does", async () => {
    for (const url of [`${product.hubUrl}/auth/token`, `${product.branchUrl}/auth/device/token`]) {
      const since = performance.now();
      const answers: Reply[] = [];
      // A slow machine answers some of them after the limit has let others in again.
      while (count(answers, 429) <= 50) {
        const asked = Array.from({ length: 800 }, () => postFrom("127.0.0.30", url, {}));
        answers.push(...(await Promise.all(asked)));
      }
      const passed = count(answers, 400) + count(answers, 422);
      expect(passed).toBeLessThanOrEqual(601 + (20 * (performance.now() - since)) / 1_000);
      const waiting = answers.filter(({ status }) => status === 429);
      expect(waiting.length + passed).toBe(answers.length);
      expect(waiting.every(({ retryAfter }) => retryAfter !== null && retryAfter > 0)).toBe(true);
      expect((await postFrom("127.0.0.31", url, {})).status).not.toBe(429);
    }
  });

  test("for boards gets a room full of them, and others get theirs", async () => {
    const url = `${product.branchUrl.replace(/^http/u, "ws")}/ws?display=all`;
    const open = (localAddress: string) =>
      new Promise<readonly [WebSocket, string]>((resolve) => {
        const socket = new WebSocket(url, { localAddress });
        socket.once("open", () => resolve([socket, "open"]));
        socket.once("error", (error) => resolve([socket, error.message]));
      });
    const boards = await Promise.all(Array.from({ length: 40 }, () => open("127.0.0.32")));
    const other = await open("127.0.0.33");
    const refused = boards.filter(([, outcome]) => outcome !== "open");
    expect(refused).toHaveLength(8);
    expect(refused[0]?.[1]).toContain("429");
    expect(other[1]).toBe("open");
    const [first] = boards;
    const gone = new Promise((resolve) => first?.[0].once("close", resolve));
    first?.[0].close();
    await gone;
    await expect.poll(async () => (await open("127.0.0.32"))[1]).toBe("open");
    for (const [socket] of [...boards, other]) socket.terminate();
  });
});
