import { afterAll, beforeAll, expect, test } from "vitest";
import { cashierShiftsContract } from "@edgeward/shared/clinical/cashier-shifts/cashier-shifts.contract.ts";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { conflictsContract } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { documentsTable } from "@edgeward/shared/clinical/documents/documents.table.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";
import { announceSeeded, startSyncedBranch, type SyncedBranch } from "#support/synced-branch.ts";

let hub: TestHub;
let home: SyncedBranch;
let other: SyncedBranch;
let clerks: readonly string[];

beforeAll(async () => {
  hub = await startTestHub();
  const { branchId, secondBranchId } = hub.tenant;
  clerks = await writeAsSystem(hub, hub.tenant.id, (write) =>
    [branchId, secondBranchId].map((own) =>
      seedStaff(write, { name: "Asha Rao", role: "branch_admin", branches: [own] }),
    ),
  );
  await announceSeeded(hub);
  home = await startSyncedBranch(hub, branchId);
  other = await startSyncedBranch(hub, secondBranchId);
});

afterAll(async () => {
  await other?.stop();
  await home?.stop();
  await hub?.stop();
});

function at(branch: SyncedBranch) {
  return branch.client(["branch_admin"], { sub: clerks[branch === home ? 0 : 1] ?? "" });
}

/** The papers that a claim wants, as they were scanned at home. */
function scanned(patientId: string) {
  const { store, branch, identity } = home;
  const node = { store, runtime: branch.runtime };
  const wanted = ["discharge_summary", "final_bill", "id_proof"] as const;
  return writeAsSystem(node, identity.tenantId, (write) =>
    wanted.map((type) => {
      const document_id = branch.runtime.newId("doc");
      write.insert(documentsTable, document_id, {
        branch_id: identity.branchId,
        patient_id: patientId,
        encounter_id: null,
        category: "patient",
        title: type,
        document_type: null,
        document_date: null,
        confidential: false,
        file_id: branch.runtime.newId("fil"),
        status: "available",
        replaces_id: null,
        replaced_by_id: null,
        status_history: [],
        metadata: {},
      });
      return { type, document_id };
    }),
  );
}

/** A claim of nine thousand rupees that home has submitted and its payer looks at, known at both branches. */
async function claimed() {
  const body = { code: "kavach", name: "Kavach", type: "insurer" } as const;
  const payer = (await (await clientFor(hub, hub.tenant)).call(payersContract.create, { body }))
    .body;
  await home.pull();
  const desk = await at(home);
  const patient = (
    await desk.call(patientsContract.create, {
      body: { name: "Paid Once", gender: "female", dob: "1961-04-07" },
    })
  ).body;
  const of = { patient_id: patient.id } as const;
  const nurse = await home.client(["nurse"]);
  const visit = await nurse.call(encountersContract.create, {
    body: { ...of, encounter_type: "emergency" },
  });
  const bill = await desk.call(invoicesContract.create, {
    body: {
      ...of,
      invoice_type: "opd",
      payer_id: payer.id,
      payer_split: { payer_minor: 900_000 },
      lines: [{ description: "Theatre", unit_price_minor: 1_000_000 }],
    },
  });
  const { id } = (
    await desk.call(claimsContract.create, {
      body: {
        ...of,
        encounter_id: visit.body.id,
        invoice_ids: [bill.body.id],
        claim_type: "reimbursement",
        payer_id: payer.id,
        policy: { policy_no: "P-1", member_id: "M-1" },
        diagnosis_codes: ["K35.8"],
        claimed_minor: 900_000,
        documents: await scanned(patient.id),
      },
    })
  ).body;
  const params = { id };
  for (const status of ["acknowledged", "under_review"] as const)
    await desk.call(claimsContract.update, { params, body: { status } });
  await home.push();
  await other.pull();
  return { params, billId: bill.body.id };
}

test("what two branches noted apart of one claim is shown to a person, and what was paid of it is posted once", async () => {
  const { params, billId } = await claimed();
  const desk = await at(home);
  const note = (body: object) => desk.call(claimsContract.update, { params, body });
  await note({ status: "approved", approved_minor: 900_000 });
  const shift = { counter: "Front", float_minor: 0 };
  await desk.call(cashierShiftsContract.create, { body: shift });
  const settlement = { utr: "SBIN0000123456789", date: "2026-01-05", amount_minor: 800_000 };
  await note({ status: "settled", settlement, tds_minor: 100_000 });
  const far = await at(other);
  await far.call(claimsContract.update, { params, body: { status: "rejected" } });
  expect((await home.push()).every(({ outcome }) => outcome === "applied")).toBe(true);
  await other.push();
  await home.pull();
  await other.pull();

  const settled = { status: "settled", approved_minor: 900_000, settled_minor: 800_000 };
  for (const client of [desk, far])
    expect((await client.call(claimsContract.get, { params })).body).toMatchObject(settled);
  const asked = await far.call(conflictsContract.list, { query: { status: "open" } });
  const seen = asked.body.data.filter(({ entity_id: of }) => of === params.id);
  expect(seen).toMatchObject([{ entity: "payer_claims", field: "status" }]);
  const rows = await hub.store.read({ tenantId: hub.tenant.id }, ({ kysely }) =>
    kysely
      .selectFrom("payments")
      .select(["amount_minor", "invoice_id"])
      .where("tenant_id", "=", hub.tenant.id)
      .where("claim_id", "=", params.id)
      .execute(),
  );
  expect(rows).toEqual([{ amount_minor: 900_000, invoice_id: billId }]);
});

test("what two branches noted apart of one authorisation is shown to a person, and neither is lost", async () => {
  const body = { code: "suraksha", name: "Suraksha", type: "insurer" } as const;
  const payer = (await (await clientFor(hub, hub.tenant)).call(payersContract.create, { body }))
    .body;
  await home.pull();
  await other.pull();
  const desk = await at(home);
  const patient = await desk.call(patientsContract.create, {
    body: { name: "Twice Answered", gender: "male", dob: "1958-02-11" },
  });
  const part = 1_000_000;
  const { id } = (
    await desk.call(preauthContract.create, {
      body: {
        patient_id: patient.body.id,
        payer_id: payer.id,
        policy: { policy_no: "P-1", member_id: "M-1" },
        request_type: "initial",
        diagnosis_codes: ["K35.8"],
        doctor_id: hub.tenant.doctorId,
        estimate: {
          room_minor: part,
          surgeon_minor: part,
          investigations_minor: part,
          medicines_minor: part,
          implants_minor: part,
          other_minor: part,
        },
      },
    })
  ).body;
  const params = { id };
  await desk.call(preauthContract.update, { params, body: { status: "under_review" } });
  await home.push();
  await other.pull();

  const approved = {
    status: "approved",
    approved_minor: 6 * part,
    authorization_no: "A-1",
  } as const;
  await desk.call(preauthContract.update, { params, body: approved });
  const rejected = { status: "rejected" } as const;
  await (await at(other)).call(preauthContract.update, { params, body: rejected });
  await home.push();
  await other.push();
  await home.pull();
  await other.pull();

  const [mine, theirs] = await Promise.all(
    [home, other].map(async (branch) => {
      const client = await at(branch);
      return (await client.call(preauthContract.get, { params })).body;
    }),
  );
  const told = mine?.status_history.map(({ status }) => status);
  expect(told).toEqual(expect.arrayContaining(["approved", "rejected"]));
  expect(theirs?.status_history).toEqual(mine?.status_history);
  expect(theirs?.status).toBe(mine?.status);
  // It is for whoever came late to say which one holds.
  expect(theirs?.sync_state).toBe("conflict");
  const asked = await (await at(other)).call(conflictsContract.list, { query: { status: "open" } });
  const seen = asked.body.data.filter(({ entity_id: of }) => of === id);
  expect(seen).toMatchObject([{ entity: "preauth", field: "status" }]);
});
