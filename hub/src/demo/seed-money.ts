import { payersContract } from "@edgeward/shared/clinical/payers/payers.contract.ts";
import { priceListsContract } from "@edgeward/shared/clinical/price-lists/price-lists.contract.ts";
import { addDays, instantOf, localDate } from "@edgeward/shared/kernel/zones.ts";
import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { actingAt, patientsToSeed, staffAt } from "./acting.ts";
import { callsIn, type Call, type Doer } from "./calls.ts";
import { createChance } from "./chance.ts";
import { demoItems } from "./goods.ts";
import { letterOf } from "./papers.ts";
import { tenantIdOf, type TenantPlan } from "./plans.ts";
import { seedDay, type Till } from "./seed-bills.ts";
import { seedClaims, type ClaimedStay } from "./seed-claims.ts";
import { bring, type SeededFiles } from "./seed-documents.ts";
import { itemIds } from "./seed-goods.ts";

const days = 30;
const shortDays: readonly number[] = [9, 22];
const mostPatients = 150;

const payers = [
  {
    code: "suraksha",
    name: "Suraksha Health Insurance",
    type: "insurer",
    tds_bp: 1_000,
    share: 0.9,
  },
  {
    code: "jan-arogya",
    name: "Jan Arogya Scheme",
    type: "government_scheme",
    tds_bp: 0,
    share: 0.7,
  },
] as const;

/** Who pays for patients, each with a list of what it is charged. @returns their ids */
async function addPayers(
  call: Call,
  administrator: Doer,
  items: ReadonlyMap<string, string>,
  from: string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const { share, ...said } of payers) {
    const body = { ...said, payment_terms_days: 45 };
    const { id: payer_id } = await call(payersContract.create, { body }, administrator);
    const prices = demoItems.flatMap(({ code, price_minor }) => {
      const item_id = items.get(code);
      return item_id === undefined
        ? []
        : [{ item_id, price_minor: Math.round(price_minor * share) }];
    });
    const list = {
      code: said.code,
      name: `Rates of ${said.name}`,
      payer_id,
      valid_from: from,
      prices,
    };
    await call(priceListsContract.create, { body: list }, administrator);
    ids.push(payer_id);
  }
  return ids;
}

const papers = [
  ["discharge_summary", "mrd", "Discharge summary"],
  ["final_bill", "patient", "Final bill"],
  ["id_proof", "patient", "Proof of identity"],
] as const;

/** The document of a patient under a title, where a start that was cut off has kept it already. */
async function keptPaper(
  { store }: SeededFiles,
  tenantId: string,
  patientId: string,
  title: string,
): Promise<string | null> {
  const row = await store.read({ tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("documents")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("patient_id", "=", patientId)
      .where("title", "=", title)
      .executeTakeFirst(),
  );
  return row?.id ?? null;
}

/** Those in the beds of a branch, with the papers that their claims want; what is kept already is not kept twice. */
async function staysWithPapers(
  deps: SeededFiles,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<readonly ClaimedStay[]> {
  const tenantId = tenantIdOf(plan);
  const rows = await deps.store.read({ tenantId }, ({ kysely }) =>
    kysely
      .selectFrom("admissions")
      .select(["id", "patient_id"])
      .where("tenant_id", "=", tenantId)
      .where("branch_id", "=", branch.id)
      .orderBy("id")
      .execute(),
  );
  const acting = actingAt(deps, tenantId, branch);
  const staffId = staffAt(plan, branch.id)("front_desk");
  const stays: ClaimedStay[] = [];
  for (const { id, patient_id: patientId } of rows) {
    const kept: { readonly type: string; readonly document_id: string }[] = [];
    for (const [type, category, title] of papers) {
      const paper = { category, title, filename: `${type}.pdf`, content_type: "application/pdf" };
      const bytes = letterOf([title.toUpperCase(), "", `Of the stay ${id}`]);
      const by = "front_desk" as const;
      const whose = { tenantId, patientId, staffId };
      const document_id =
        (await keptPaper(deps, tenantId, patientId, title)) ??
        (await bring(deps, acting, whose, { ...paper, by, bytes }));
      kept.push({ type, document_id });
    }
    stays.push({ id, patientId, papers: kept });
  }
  return stays;
}

/**
 * Thirty days of a branch's bills with what was paid of them and the shifts of its cashier, who pays for patients, and a claim in
 * each state; nothing where an earlier start has made some.
 */
export async function seedMoney(
  deps: SeededFiles,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  const patients = await patientsToSeed(deps, {
    tenantId,
    branchId: branch.id,
    made: "invoices",
    most: mostPatients,
  });
  if (patients.length === 0) return;
  const [now, zone] = [deps.runtime.now(), branch.timeZone];
  const today = localDate(now, zone);
  const staff = staffAt(plan, branch.id);
  const items = await itemIds(deps, tenantId);
  const stays = await staysWithPapers(deps, plan, branch);
  const chance = createChance(plan.seed);
  await deps.store.write({ tenantId }, async (session) => {
    const call = callsIn(deps, session, tenantId, branch);
    const from = addDays(today, -days);
    const administrator = {
      staffId: staff("tenant_admin"),
      role: "tenant_admin",
      at: now,
    } as const;
    const payerIds = await addPayers(call, administrator, items, from);
    const cashierId = staff("billing");
    const managerId = staff("branch_admin");
    const till: Till = { call, chance, zone, cashierId, managerId, patients, items };
    for (let nth = days; nth >= 1; nth -= 1) {
      const day = addDays(today, -nth);
      const by = {
        staffId: cashierId,
        role: "billing",
        at: instantOf(day, "16:00", zone),
      } as const;
      await seedDay(till, day, shortDays.includes(nth), async (shiftId) => {
        if (nth === 1) await seedClaims({ call, by, shiftId, stays, payers: payerIds, day });
      });
    }
  });
}
