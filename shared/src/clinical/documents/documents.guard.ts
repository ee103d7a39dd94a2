import { agreesWithName } from "#clinical/files/document-types.ts";
import { blobsTable } from "#clinical/files/files.table.ts";
import { encountersTable } from "#clinical/encounters/encounters.table.ts";
import { isAllowed } from "#contract/access.ts";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { isOpenTo, type Guarded } from "./documents.rights.ts";
import { documentsTable } from "./documents.table.ts";

type Values = Readonly<Record<string, unknown>>;

function guardedIn(row: Values): Guarded {
  return { category: String(row["category"]), confidential: row["confidential"] === true };
}

function isTheirs(row: Values, action: "read" | "create", { roles }: Arrival): boolean {
  if (roles === null) return true;
  return isOpenTo((resource, asked) => isAllowed(roles, resource, asked), guardedIn(row), action);
}

// What a document and its file say of each other: neither is another's.
function pairFault(document: Change, file: Change): string | null {
  const { fields: row } = document;
  const { fields: blob } = file;
  if (row["file_id"] !== file.id) return "fields.file_id: is not the file that comes with it";
  if (blob["entity_type"] !== documentsTable.name || blob["entity_id"] !== document.id)
    return "fields.file_id: is another record's";
  const same = ["patient_id", "category", "branch_id"] as const;
  const other = same.find((name) => (row[name] ?? null) !== (blob[name] ?? null));
  if (other !== undefined) return `fields.${other}: is not what the file says`;
  const type = String(blob["content_type"]);
  if (!agreesWithName(type, String(blob["filename"])))
    return "fields.file_id: is of no type that documents have, or not what its name says";
  return null;
}

function madeFault({ fields }: Change, arrival: Arrival): string | null {
  if (fields["status"] !== "available") return "fields.status: of a new document is available";
  if ((fields["replaced_by_id"] ?? null) !== null)
    return "fields.replaced_by_id: is of a document that was there before";
  const patient = fields["patient_id"] ?? null;
  if (patient === null && fields["category"] !== "invoice") return "fields.patient_id: is missing";
  if (!isTheirs(fields, "create", arrival)) return "fields.category: is not theirs to bring";
  const { encounter_id: visitId } = fields;
  if (typeof visitId !== "string") return null;
  const visit = arrival.before({ table: encountersTable.name, id: visitId });
  if (visit === null) return null;
  const isOwn = visit["patient_id"] === patient && visit.branch_id === fields["branch_id"];
  return isOwn ? null : "fields.encounter_id: is not the patient's at this branch";
}

// The only other document that an upload changes is the one whose place it takes.
function replacedFault(made: Change, changed: readonly Change[], arrival: Arrival): string | null {
  const replaces = made.fields["replaces_id"] ?? null;
  const [one, ...more] = changed;
  if (replaces === null) return one === undefined ? null : "changes: change another document";
  if (one === undefined || more.length > 0 || one.id !== replaces)
    return "fields.replaces_id: is not the document that is changed";
  if (one.fields["status"] !== "superseded" || one.fields["replaced_by_id"] !== made.id)
    return "fields.replaces_id: is not what stands in its place";
  return counterpartFault(made.fields, one, arrival);
}

function counterpartFault(made: Values, old: Change, arrival: Arrival): string | null {
  const before = arrival.before(old);
  if (before === null) return null;
  const same = ["patient_id", "category", "branch_id"] as const;
  const other = same.find((name) => (before[name] ?? null) !== (made[name] ?? null));
  if (other !== undefined) return `fields.replaces_id: is of another ${other}`;
  return isTheirs(before, "read", arrival) ? null : "fields.replaces_id: is not theirs to see";
}

/** What an uploaded document has to be where it arrives: one, with its own file, in place of one of the same patient. */
export const uploadedGuard: Guard = (arrival) => {
  const { changes } = arrival.operation;
  const ofDocuments = changes.filter(({ table }) => table === documentsTable.name);
  const [made, second] = ofDocuments.filter(({ kind }) => kind === "insert");
  const [file, otherFile] = changes.filter(({ table }) => table === blobsTable.name);
  if (made === undefined || second !== undefined) return "changes: make one document";
  if (file === undefined || otherFile !== undefined) return "changes: bring one file";
  const changed = ofDocuments.filter(({ kind }) => kind !== "insert");
  const fault =
    madeFault(made, arrival) ?? pairFault(made, file) ?? replacedFault(made, changed, arrival);
  return fault === null ? null : `changes.0.${fault}`;
};

function hasReason({ added }: Change): boolean {
  const steps = added?.["status_history"];
  if (!Array.isArray(steps)) return false;
  const last: unknown = steps.at(-1);
  return typeof last === "object" && last !== null && "reason" in last && last.reason !== null;
}

function laterFault(change: Change, arrival: Arrival): string | null {
  const { fields } = change;
  const { status, replaced_by_id: by } = fields;
  const before = arrival.before(change);
  if (before !== null && !isTheirs(before, "read", arrival)) return "id: is not theirs to see";
  if (status === "entered_in_error" && !hasReason(change))
    return "fields.status: of what was entered in error goes with a reason";
  if (status === "superseded" && typeof by !== "string") return "fields.replaced_by_id: is missing";
  if (typeof by !== "string") return null;
  if (status !== "superseded") return "fields.replaced_by_id: goes with the state superseded";
  if (by === change.id) return "fields.replaced_by_id: is the document itself";
  const other = arrival.before({ table: documentsTable.name, id: by });
  if (before === null || other === null) return null;
  const isSame =
    other["patient_id"] === before["patient_id"] && other["category"] === before["category"];
  return isSame ? null : "fields.replaced_by_id: is another patient's, or of another category";
}

/** How a document is changed where that arrives: by who may see it, replaced by one of the same patient and category. */
export const changedGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const fault = laterFault(change, arrival);
    if (fault !== null) return `changes.${nth}.${fault}`;
  }
  return null;
};
