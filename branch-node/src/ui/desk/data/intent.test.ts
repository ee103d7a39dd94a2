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

  test("keeps the keys of two that are under way apart, and ends each by itself", () => {
    const intent = createIntent();
    const first = intent.key({ roles: ["token"] });
    const second = intent.key({ roles: ["label"] });
    expect(second).not.toBe(first);
    intent.finish({ roles: ["token"] });
    expect(intent.key({ roles: ["label"] })).toBe(second);
    expect(intent.key({ roles: ["token"] })).not.toBe(first);
  });

  test("counts a refusal as an answer, and a lost one or a busy server as none", () => {
    expect(wasAnswered(refusal(422, "validation_error"))).toBe(true);
    expect(wasAnswered(refusal(409, "idempotency_in_progress"))).toBe(false);
    expect(wasAnswered(refusal(503, "unavailable"))).toBe(false);
    expect(wasAnswered(new TypeError("Failed to fetch"))).toBe(false);
  });
});
