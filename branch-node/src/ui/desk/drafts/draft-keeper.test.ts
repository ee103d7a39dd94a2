import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { DraftKeeper, type DraftWire, type FormState } from "./draft-keeper.ts";

const at = "2026-11-21T10:00:00.000Z";

function draftOf(formState: FormState, version: number): Draft {
  return {
    id: "drf_1",
    tenant_id: "ten_1",
    branch_id: "brn_1",
    kind: "patient.register",
    entity_id: null,
    owner_id: "stf_1",
    device_id: null,
    form_state: formState,
    status: "open",
    expires_at: at,
    created_at: at,
    updated_at: at,
    created_by: "stf_1",
    updated_by: "stf_1",
    version,
    origin: "branch",
    origin_node_id: "nod_1",
    hlc: "",
    sync_state: "pending",
    metadata: {},
  };
}

const refusal = (status: number, code: string) => new ApiError(status, code, "", {}, null);

/** A branch that keeps by key, as the real one does, and can be away: before it has heard, or before it has answered. */
class Branch implements DraftWire {
  isAway = false;
  losesAnswers = false;
  stored: Draft | null = null;
  readonly ended: string[] = [];
  readonly heard: string[] = [];
  readonly #answers = new Map<string, Draft>();

  async #answer(key: string, act: () => Draft): Promise<Draft> {
    await Promise.resolve();
    if (this.isAway) throw new TypeError("fetch failed");
    this.heard.push(key);
    const answer = this.#answers.get(key) ?? act();
    this.#answers.set(key, answer);
    if (this.losesAnswers) throw new TypeError("fetch failed");
    return answer;
  }

  create: DraftWire["create"] = (formState, { key }) =>
    this.#answer(key, () => (this.stored = draftOf(formState, 1)));

  update: DraftWire["update"] = (_id, seen, formState, { key }) =>
    this.#answer(key, () => {
      if (this.stored?.status !== "open") throw refusal(409, "invalid_transition");
      if (this.stored.version !== seen) throw refusal(412, "version_conflict");
      return (this.stored = draftOf(formState, seen + 1));
    });

  end: DraftWire["end"] = (id, status, { key }) =>
    this.#answer(key, () => {
      this.ended.push(`${id} ${status}`);
      return (this.stored = { ...draftOf({}, 99), status });
    });

  read: DraftWire["read"] = async () => {
    await Promise.resolve();
    if (this.stored === null) throw refusal(404, "not_found");
    return this.stored;
  };
}

let branch: Branch;
let keeper: DraftKeeper;

beforeEach(() => {
  vi.useFakeTimers();
  branch = new Branch();
  keeper = new DraftKeeper(branch, null);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a form that is being typed", () => {
  test("is kept once, a moment after the typing rests", async () => {
    for (const name of ["A", "As", "Ash"]) keeper.change({ name });
    expect(keeper.keeping().kind).toBe("pending");
    expect(branch.heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(branch.heard).toHaveLength(1);
    expect(branch.stored?.form_state).toEqual({ name: "Ash" });
    expect(keeper.keeping()).toEqual({ kind: "kept", at });
    expect(keeper.isAtRisk).toBe(false);
  });

  test("is kept every few seconds where the typing never rests", async () => {
    for (let letters = 1; letters <= 40; letters += 1) {
      keeper.change({ name: "a".repeat(letters) });
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(branch.heard.length).toBeGreaterThanOrEqual(2);
    expect(branch.heard.length).toBeLessThanOrEqual(3);
  });

  test("costs four requests where a registration is typed at a person's pace", async () => {
    // A key every 0.28 s, and 1.35 s of thought before each of name, phone, birth date and gender.
    let typed = "";
    for (const letters of [13, 10, 10, 1]) {
      await vi.advanceTimersByTimeAsync(1_350);
      for (let letter = 0; letter < letters; letter += 1) {
        typed += "a";
        keeper.change({ typed });
        await vi.advanceTimersByTimeAsync(280);
      }
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(branch.heard).toHaveLength(4);
    expect(branch.stored?.form_state).toEqual({ typed });
  });

  test("is tried again until the branch answers, and says meanwhile that it is not kept", async () => {
    branch.isAway = true;
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(keeper.keeping().kind).toBe("unreachable");
    keeper.change({ name: "Asha" });
    expect(keeper.keeping().kind).toBe("unreachable");
    expect(keeper.isAtRisk).toBe(true);
    branch.isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(branch.stored?.form_state).toEqual({ name: "Asha" });
    expect(keeper.keeping().kind).toBe("kept");
  });

  test("is kept as one draft where the answer to the first attempt was lost", async () => {
    branch.losesAnswers = true;
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(1_000);
    keeper.change({ name: "Asha" });
    branch.losesAnswers = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(branch.heard).size).toBe(2);
    expect(branch.heard[0]).toBe(branch.heard[1]);
    expect(branch.stored).toMatchObject({ version: 2, form_state: { name: "Asha" } });
  });

  test("is sent at once when the page is left", async () => {
    keeper.change({ name: "Ash" });
    keeper.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(branch.stored?.form_state).toEqual({ name: "Ash" });
  });

  test("goes on by itself when a session has been renewed, and stops where it is refused", async () => {
    const create = vi.fn<DraftWire["create"]>();
    create.mockRejectedValueOnce(refusal(401, "token_expired"));
    create.mockRejectedValue(refusal(413, "payload_too_large"));
    const { update, end, read } = branch;
    const other = new DraftKeeper({ create, update, end, read }, null);
    other.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(create).toHaveBeenCalledTimes(2);
    expect(other.keeping()).toMatchObject({ kind: "refused" });
    expect(other.isAtRisk).toBe(true);
  });
});

describe("a form that is open on two screens of one person", () => {
  beforeEach(async () => {
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(1_000);
    branch.stored = draftOf({ name: "The other screen" }, 5);
    keeper.change({ name: "Asha" });
    await vi.advanceTimersByTimeAsync(1_000);
  });

  test("overwrites nothing and asks", async () => {
    expect(keeper.keeping().kind).toBe("elsewhere");
    expect(branch.stored?.form_state).toEqual({ name: "The other screen" });
    keeper.change({ name: "Asha P" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(branch.stored?.form_state).toEqual({ name: "The other screen" });
  });

  test("keeps what is here, with what was typed meanwhile, when that is chosen", async () => {
    keeper.change({ name: "Asha Patil" });
    await keeper.keepThis();
    expect(branch.stored).toMatchObject({ version: 6, form_state: { name: "Asha Patil" } });
    expect(keeper.keeping().kind).toBe("kept");
  });

  test("gives the other back when that is chosen, and goes on from it", async () => {
    expect(await keeper.takeOther()).toEqual({ name: "The other screen" });
    expect(keeper.isAtRisk).toBe(false);
    keeper.change({ name: "The other screen, on" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(branch.stored).toMatchObject({ version: 6 });
  });
});

describe("a form that ends", () => {
  test("ends its draft, and what waited to be kept is kept no more", async () => {
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(1_000);
    keeper.change({ name: "Asha" });
    await keeper.end("submitted");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(branch.ended).toEqual(["drf_1 submitted"]);
    expect(branch.heard).toHaveLength(2);
    expect([keeper.keeping().kind, keeper.draftId]).toEqual(["idle", null]);
  });

  test("asks nothing of the branch when nothing was kept", async () => {
    keeper.change({ name: "A" });
    await keeper.end("discarded");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(branch.heard).toEqual([]);
  });

  test("ends the draft of an attempt that is under way", async () => {
    keeper.change({ name: "Ash" });
    keeper.leave();
    await keeper.end("discarded");
    expect(branch.ended).toEqual(["drf_1 discarded"]);
  });

  test("ends the draft of a first attempt whose answer was lost", async () => {
    branch.losesAnswers = true;
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(900);
    branch.losesAnswers = false;
    await keeper.end("submitted");
    expect(branch.ended).toEqual(["drf_1 submitted"]);
  });

  test("is ended when the branch is back", async () => {
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(1_000);
    branch.isAway = true;
    const ended = keeper.end("submitted");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(keeper.draftId).toBe("drf_1");
    branch.isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await ended;
    expect(branch.ended).toEqual(["drf_1 submitted"]);
  });

  test("keeps as a draft of its own what is typed after it was ended elsewhere", async () => {
    keeper.change({ name: "Ash" });
    await vi.advanceTimersByTimeAsync(1_000);
    branch.stored = { ...draftOf({}, 2), status: "discarded" };
    keeper.change({ name: "Asha" });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(branch.stored).toMatchObject({ version: 1, form_state: { name: "Asha" } });
  });
});
