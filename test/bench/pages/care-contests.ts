import type { Page } from "playwright-core";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { bedsContract } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { triageContract } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { wardsContract } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import type { Finding } from "../figures.ts";
import { longestWaitMs, waitFinding, type Wait } from "../waits.ts";
import { openDesk, type Desks } from "./desks.ts";

const rounds = 12;

/** Something that somebody writes of a patient, and the page at which others wait for it. */
interface Shown {
  readonly work: string;
  readonly path: string;
  /** What stands on the page before anything is written. */
  readonly standing: string;
  /** What is written of somebody; all that comes before it has been done. */
  readonly ready: (patientId: string) => Promise<() => Promise<unknown>>;
}

function works({ client, providerId }: Desks): readonly Shown[] {
  const visitOf = async (patientId: string, type: "emergency" | "OPD") => {
    const body = { patient_id: patientId, encounter_type: type, doctor_id: providerId };
    return (await client.call(encountersContract.create, { body })).body.id;
  };
  return [
    {
      work: "triage",
      path: "/emergency",
      standing: testNames.emergencyList,
      ready: async (patientId) => {
        const encounter = await visitOf(patientId, "emergency");
        const said = {
          level: 1,
          chief_complaint: "Chest pain",
          mode_of_arrival: "walk_in",
        } as const;
        const body = { ...said, encounter_id: encounter };
        return () => client.call(triageContract.create, { body });
      },
    },
    {
      work: "order of a test",
      path: "/lab",
      standing: testNames.labList,
      ready: async (patientId) => {
        const encounter = await visitOf(patientId, "OPD");
        const of = { patient_id: patientId, encounter_id: encounter, ordered_by: providerId };
        const tests = [{ test_code: "hb" }];
        const body = { ...of, priority: "stat" as const, tests };
        return () => client.call(labOrdersContract.create, { body });
      },
    },
    {
      work: "order of an image",
      path: "/radiology",
      standing: testNames.radiologyList,
      ready: async (patientId) => {
        const of = { patient_id: patientId, ordered_by: providerId };
        const body = { ...of, priority: "stat", modality: "US", body_site: "Abdomen" } as const;
        return () => client.call(radiologyContract.create, { body });
      },
    },
    {
      work: "admission to a bed",
      path: "/ward",
      standing: testNames.wardCard,
      ready: async (patientId) => {
        const of = { patient_id: patientId, encounter_type: "IPD", doctor_id: providerId } as const;
        const { data: beds } = (
          await client.call(bedsContract.list, { query: { status: "vacant" } })
        ).body;
        const admission = {
          admitting_doctor_id: providerId,
          admission_type: "elective",
          bed_class: "general",
          bed_id: beds[0]?.id ?? "",
          payer_type: "self",
        } as const;
        const body = { ...of, workflow_event: "admit", admission } as const;
        return () => client.call(encountersContract.create, { body });
      },
    },
  ];
}

async function contest(desks: Desks, there: Page, shown: Shown): Promise<Finding> {
  await there.goto(`${desks.url}${shown.path}`);
  await there.getByTestId(shown.standing).first().waitFor();
  const waits: Wait[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Words of letters that nobody else is called by.
    const name = `Q${"bcdfghjklmnp"[round]}ra ${shown.work.replaceAll(/[^a-z]/gu, "").slice(-5)}x`;
    const body = { name, gender: "female", dob: "1980-01-01" } as const;
    const { id } = (await desks.client.call(patientsContract.create, { body })).body;
    const write = await shown.ready(id);
    const seen = there.getByText(name).first();
    const at = seen.waitFor({ timeout: longestWaitMs }).then(
      () => performance.now(),
      () => null,
    );
    const began = performance.now();
    await write();
    const ended = await at;
    waits.push(ended === null ? null : ended - began);
  }
  return waitFinding(`desk: ${shown.work} asked for → shown at another desk`, "p95 ≤ 300", waits);
}

/** Has a ward of as many beds as people are admitted. */
async function addBeds({ client }: Desks): Promise<void> {
  const ward = { code: "bench", name: "Bench ward" };
  const { id } = (await client.call(wardsContract.create, { body: ward })).body;
  for (let nth = 1; nth <= rounds; nth += 1) {
    const body = { ward_id: id, code: `Q-${nth}`, bed_class: "general" } as const;
    await client.call(bedsContract.create, { body });
  }
}

/** How soon what is written of a patient in care stands at another screen, from the request on. */
export async function careFindings(desks: Desks): Promise<readonly Finding[]> {
  await addBeds(desks);
  const there = await openDesk(desks);
  const findings: Finding[] = [];
  for (const shown of works(desks)) findings.push(await contest(desks, there, shown));
  await there.context().close();
  return findings;
}
