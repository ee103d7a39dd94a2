import { describe, expect, test } from "vitest";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { createIntent, wasAnswered } from "./intent.ts";

const refusal = (status: number, code: string) => new ApiError(status, code, "", {}, null);

describe("an intent", () => {
  test("keeps its key until an attempt was answered", () => {
    const intent = createIntent();
    const first = intent.key();
    expect(intent.key()).toBe(first);
    intent.finish();
    expect(intent.key()).not.toBe(first);
  });

  test("counts a refusal as an answer, and a lost one or a busy server as none", () => {
    expect(wasAnswered(refusal(422, "validation_error"))).toBe(true);
    expect(wasAnswered(refusal(409, "idempotency_in_progress"))).toBe(false);
    expect(wasAnswered(refusal(503, "unavailable"))).toBe(false);
    expect(wasAnswered(new TypeError("Failed to fetch"))).toBe(false);
  });
});
