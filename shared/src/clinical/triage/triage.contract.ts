import * as z from "zod";
import {
  crud,
  listEndpoint,
  recordAnswer,
  updateEndpoint,
  type CrudOptions,
} from "#contract/crud.ts";
import { vitals, vitalsShape } from "#clinical/encounters/encounter-parts.contract.ts";
import { enumOf, int, str, ts } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { actorIdForm, statusHistoryForm, statusHistoryShape } from "#contract/record.ts";

/** By which rules urgency is judged: the Emergency Severity Index, or the Manchester Triage System. */
export const triageScales = ["ESI", "MTS"] as const;

/** One of the scales. */
export type TriageScale = (typeof triageScales)[number];

/** The states of a triage; the ways between them stand in the state table beside this file. */
export const triageStatuses = [
  "waiting",
  "in_treatment",
  "completed",
  "left_without_being_seen",
] as const;

/** One state of a triage. */
export type TriageStatus = (typeof triageStatuses)[number];

/** How somebody came. */
export const arrivalModes = [
  "walk_in",
  "ambulance_108",
  "private_ambulance",
  "police",
  "referred",
  "brought_dead",
] as const;

/** What a patient answers to. */
export const consciousness = ["alert", "voice", "pain", "unresponsive"] as const;

const esi = z.strictObject({
  life_saving: z.boolean(),
  high_risk: z.boolean(),
  resources: int(0, 9),
  danger_zone_vitals: z.boolean(),
});
const esiShape = z.strictObject({
  life_saving: z.boolean(),
  high_risk: z.boolean(),
  resources: z.int(),
  danger_zone_vitals: z.boolean(),
});

const gcs = z.strictObject({ e: int(1, 4), v: int(1, 5), m: int(1, 6) });
const gcsShape = z.strictObject({ e: z.int(), v: z.int(), m: z.int() });

const level = int(1, 5);
const retriage = z.strictObject({
  from_level: level,
  to_level: level,
  at: ts,
  by: actorIdForm,
  reason: str(0, 500).nullable(),
});
const retriageShape = z.strictObject({
  from_level: z.int(),
  to_level: z.int(),
  at: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
});

/** The fields of a triage. */
export const triageFields = {
  encounter_id: field.id("enc", { given: "once", filter: true }),
  /** The visit's. */
  patient_id: field.id("pat", { given: "never", filter: true }),
  scale: field.word(triageScales, { given: "once", initial: "ESI", filter: true }),
  /** From 1, who cannot wait, to 5. */
  level: field.int(level, { sort: true }),
  chief_complaint: field.text(str(1, 500), {}),
  mode_of_arrival: field.word(arrivalModes, { filter: true }),
  discriminators: field.json(z.array(str(1, 200)).max(20), z.array(z.string()), { initial: [] }),
  esi: field.json(esi, esiShape, { optional: true }),
  /** Why the level is not what the scale's own questions say. */
  override_reason: field.text(str(10, 500), { optional: true }),
  vitals: field.json(vitals, vitalsShape, { optional: true }),
  gcs: field.json(gcs, gcsShape, { optional: true }),
  avpu: field.text(enumOf(consciousness), { optional: true }),
  pain: field.int(int(0, 10), { optional: true }),
  pregnant: field.bool({ optional: true }),
  infectious_flag: field.bool({ initial: false }),
  /** Whether the police are to be told of it: a medico-legal case. */
  mlc: field.bool({ initial: false }),
  status: field.word(triageStatuses, { given: "later", initial: "waiting", filter: true }),
  triaged_by: field.text(actorIdForm, { given: "never" }),
  triaged_at: field.text(ts, { given: "never" }),
  /** Since when the level is what it is: from then its time runs. */
  level_at: field.text(ts, { given: "never" }),
  due_at: field.text(ts, { given: "never" }),
  /** When the time of their level had gone by while they waited, the first time. */
  breached_at: field.text(ts, { optional: true, given: "never" }),
  retriages: field.json(z.array(retriage), z.array(retriageShape), { given: "never" }),
  status_history: field.json(statusHistoryForm(triageStatuses), statusHistoryShape, {
    given: "never",
  }),
  /** Of the Manchester scale. */
  colour: field.computed(z.string().nullable()),
  /** Within how many minutes somebody of the level is to be seen. */
  target_minutes: field.computed(z.int()),
  /** Whether the patient still waits when that time has gone by. */
  breached: field.computed(z.boolean()),
} as const;

/** Where triage is served, and to whom. */
export const triageCrud = {
  path: "/v1/triage",
  resource: "triage",
  noun: ["triage", "triages"],
  tag: "Triage",
  prefix: "tri",
  home: "branch",
  sort: "level",
} as const satisfies CrudOptions;

const triageShape = recordAnswer(triageFields, triageCrud);

/** How urgent somebody's emergency is, and until when they can wait. */
export type Triage = z.output<typeof triageShape>;

const { get, create } = crud(triageFields, triageCrud);
const update = updateEndpoint(triageFields, triageCrud, {
  /** Kept in the history of states beside a new state. */
  status_reason: str(0, 500).optional(),
  /** Why somebody may wait longer than was thought. */
  retriage_reason: str(0, 500).optional(),
});

/** The endpoints of triage. */
export const triageContract = {
  list: {
    ...listEndpoint(triageFields, triageCrud, {
      level: enumOf(["1", "2", "3", "4", "5"]).optional(),
      breached: enumOf(["true"]).optional(),
      /** Those who wait or are treated. */
      open: enumOf(["true"]).optional(),
    }),
    summary: "List triage of the acting branch, the most urgent first",
  },
  get,
  create: {
    ...create,
    summary: "Triage an emergency",
    errors: [
      ...create.errors,
      "invalid_reference",
      "patient_merged",
      "duplicate_value",
      "conflicting_fields",
      "invalid_transition",
      "owned_by_branch",
    ],
  },
  update: {
    ...update,
    summary: "Triage again, begin treatment or end it",
    errors: [...update.errors, "invalid_transition", "conflicting_fields", "owned_by_branch"],
  },
} as const;
