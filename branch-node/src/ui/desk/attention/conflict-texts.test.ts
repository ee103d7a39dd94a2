import { createIntl } from "react-intl";
import { describe, expect, test } from "vitest";
import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { en } from "#ui/i18n/en/en.ts";
import type { Say } from "#ui/i18n/text.ts";
import { fieldLabel, placeText, valueText } from "./conflict-values.ts";
import {
  adviceFor,
  choicesFor,
  operationText,
  quarantineText,
  reasonFor,
} from "./conflict-texts.ts";

const intl = createIntl({ locale: "en-IN", messages: en });
const say: Say = (id, values) => intl.formatMessage({ id }, values);

const texts = {
  say,
  moment: (iso: string) => `at ${iso}`,
  country: (code: string) => `country ${code}`,
};

const side = { at: null, node_id: null, actor_id: null, actor_name: null };

function conflict(given: Partial<Conflict>): Conflict {
  return {
    id: "cnf_01jd7x2vry38gapbnk0v8yyk24",
    branch_id: null,
    entity: "patients",
    entity_id: "pat_01jd7x2vry38gapbnk0v8yyk24",
    patient_id: null,
    op_id: "op_01jd7x2vry38gapbnk0v8yyk24",
    kind: "field",
    field: "phone",
    kept: { ...side, value: "+911" },
    other: { ...side, value: "+912" },
    base_at: null,
    status: "open",
    resolution: null,
    resolved_value: null,
    note: null,
    needs_roles: [],
    is_masked: false,
    tenant_id: "ten_01jd7x2vry38gapbnk0v8yyk24",
    created_at: "",
    updated_at: "",
    created_by: "",
    updated_by: "",
    version: 1,
    origin: "hub",
    origin_node_id: null,
    hlc: "",
    sync_state: "synced",
    metadata: {},
    ...given,
  };
}

function ways(given: Partial<Conflict>): readonly string[] {
  return choicesFor(conflict(given)).map(({ resolution, isWritten }) =>
    isWritten ? `${resolution} by hand` : resolution,
  );
}

describe("the ways to resolve a conflict", () => {
  test("of two records that are probably of one person is to say that they are not: merging settles it by itself", () => {
    const pair = { kind: "alike", field: "id" } as const;
    expect(choicesFor(conflict(pair))).toMatchObject([
      { resolution: "dismiss", text: "conflict.twoPeople" },
    ]);
  });

  test("are what stands, the other, a third value and neither", () => {
    expect(ways({})).toEqual(["keep", "take_other", "merge by hand", "dismiss"]);
    expect(ways({ kept: { ...side, value: null } })).toContain("merge by hand");
  });

  test("leave out writing what is no line of text, and a state", () => {
    const address = { ...side, value: { city: "Pune" } };
    expect(ways({ field: "address", other: address })).toEqual(["keep", "take_other", "dismiss"]);
    expect(ways({ kind: "state", field: "status" })).toEqual(["keep", "take_other", "dismiss"]);
  });

  test("of a number held twice are keeping it, clearing it here and neither; a printed one is never cleared", () => {
    expect(ways({ kind: "duplicate", field: "abha_id" })).toEqual(["keep", "merge", "dismiss"]);
    expect(ways({ kind: "duplicate", field: "uhid" })).toEqual(["keep", "dismiss"]);
    expect(ways({ kind: "duplicate", field: "slot_time" })).toEqual(["keep", "dismiss"]);
  });

  test("of a decision made twice are to leave the first", () => {
    expect(ways({ entity: "conflicts", kind: "state" })).toEqual(["keep", "dismiss"]);
  });
});

describe("values", () => {
  test.each([
    [null, "(nothing)"],
    ["", "(nothing)"],
    [[], "(nothing)"],
    [{}, "(nothing)"],
    [false, "No"],
    [7, "7"],
    ["mr", "mr"],
    [
      { line1: "", city: "Pune", postal_code: "411001" },
      "Village, town or city: Pune, PIN code: 411001",
    ],
    [[{ substance: "Penicillin" }, "x"], "substance: Penicillin; x"],
  ])("%j is read as %s", (value, text) => {
    expect(valueText("notes", value, texts)).toBe(text);
  });

  test.each([
    ["gender", "female", "Female"],
    ["visit_status", "discharge_ready", "Ready for discharge"],
    ["status", "no_show", "Did not come"],
    ["disposition", "lama", "Left against medical advice"],
    ["resolution", "take_other", "Use the other value"],
    ["slot_time", "2026-11-21T04:30:00.000Z", "at 2026-11-21T04:30:00.000Z"],
    ["gender", "never_seen", "never_seen"],
  ])("of %s are words, not codes: %s is %s", (field, value, text) => {
    expect(valueText(field, value, texts)).toBe(text);
  });

  test.each([
    ["nod_here", "This branch"],
    ["nod_2", "Another branch"],
    ["dev_1", "A tablet"],
    ["hub", "The hub"],
    [null, "Elsewhere"],
  ])("made at %s are distinguished from %s", (nodeId, text) => {
    expect(placeText(nodeId, "nod_here", say)).toBe(text);
  });
});

describe("names", () => {
  test("of fields and operations are words of the page, or spelt out", () => {
    expect(fieldLabel("phone", say)).toBe("Phone");
    expect(fieldLabel("identifier:mrn", say)).toBe("identifier mrn");
    const about = (type: string, entity: string) => operationText({ type, entity }, say);
    expect(about("patient.create", "patients")).toBe("A registration");
    expect(about("stock.move_out", "stock_moves")).toBe("stock move out");
    expect(about("sync.lost_row", "payers")).toBe("A payer that the hub has lost");
    expect(about("sync.lost_row", "patients")).toBe("A record that the hub has lost");
  });

  test("say why it was not taken, and what a clerk and an administrator do about it", () => {
    const held = { outcome: "held", code: null } as const;
    const unread = { outcome: "rejected", code: "invalid_field" } as const;
    const strange = { outcome: "rejected", code: "never_seen" } as const;
    expect([reasonFor(held), adviceFor(held, false)]).toEqual([
      "quarantine.whyWaiting",
      "quarantine.waits",
    ]);
    const early = { outcome: "held", code: "missing_record" } as const;
    expect([reasonFor(early), adviceFor(early, false)]).toEqual([
      "quarantine.whyMissing",
      "quarantine.waitsForRecord",
    ]);
    const unknown = { outcome: "held", code: "unknown_author" } as const;
    expect([reasonFor(unknown), adviceFor(unknown, true)]).toEqual([
      "quarantine.whyAuthor",
      "quarantine.addAuthor",
    ]);
    const many = { outcome: "held", code: "too_many_grants" } as const;
    expect([reasonFor(many), adviceFor(many, false), adviceFor(many, true)]).toEqual([
      "quarantine.whyLending",
      "quarantine.withTheHour",
      "quarantine.withTheHour",
    ]);
    expect(reasonFor(unread)).toBe("quarantine.whyUnread");
    expect(adviceFor(unread, false)).toBe("quarantine.enterAgain");
    expect(adviceFor(unread, true)).toBe("quarantine.enterAndDiscard");
    const taken = { outcome: "rejected", code: "duplicate_value" } as const;
    expect([reasonFor(taken), adviceFor(taken, false), adviceFor(taken, true)]).toEqual([
      "quarantine.whyTaken",
      "quarantine.useOther",
      "quarantine.useOtherAndDiscard",
    ]);
    expect(reasonFor(strange)).toBe("quarantine.whyUnknown");
    expect(adviceFor(strange, false)).toBe("quarantine.askAdministrator");
    expect(adviceFor(strange, true)).toBe("quarantine.tryAgain");
  });

  test("of what a hub has lost and a branch offers are not those of a change that was refused", () => {
    const type = "sync.lost_row";
    const offered = { type, outcome: "rejected", code: "hub_only" } as const;
    expect([
      reasonFor(offered),
      adviceFor(offered, false),
      adviceFor(offered, true),
      quarantineText(offered, "quarantine.discardMeans"),
    ]).toEqual([
      "quarantine.lostWhy",
      "quarantine.lostAsk",
      "quarantine.lostRetry",
      "quarantine.lostDiscardMeans",
    ]);
    // Whatever is wrong with a record that was given back: the branch keeps it.
    const unread = { ...offered, code: "invalid_field" } as const;
    expect(reasonFor(unread)).toBe("quarantine.whyUnread");
    expect(quarantineText(unread, "quarantine.discardMeans")).toBe("quarantine.lostDiscardMeans");
    expect(quarantineText({ type: "payer.update" }, "quarantine.discardMeans")).toBe(
      "quarantine.discardMeans",
    );
  });

  test("of what a tablet sent say nothing of the hub, which has never seen it", () => {
    const node_id = "dev_1";
    const cases = [
      { node_id, outcome: "held", code: null },
      { node_id, outcome: "held", code: "missing_record" },
      { node_id, outcome: "rejected", code: "invalid_field" },
      { node_id, outcome: "rejected", code: "database_refused" },
      { node_id, outcome: "rejected", code: "never_seen" },
    ] as const;
    for (const one of cases) {
      const said = [reasonFor(one), adviceFor(one, true), adviceFor(one, false)];
      for (const text of said) expect(say(text)).not.toContain("hub");
    }
  });
});
