import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { encountersContract } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { addDays, instantOf, localDate } from "@edgeward/shared/kernel/zones.ts";
import { clientFor, type TestNode, type TokenPlan } from "#support/node.ts";
import type { TestTenant } from "#support/seed.ts";

/** A tenant on a node, with what its people do all day. */
export interface World {
  readonly node: TestNode;
  readonly tenant: TestTenant;
  readonly client: Client;
  /** A start that nobody has taken with the first doctor, from tomorrow on. */
  freeSlot(): string;
  /** Counts up from 1. */
  serial(): number;
  /** A new patient's id. */
  patient(name?: string): Promise<string>;
  /** A new appointment in a free slot. */
  appointment(patientId?: string): Promise<Appointment>;
  /** A patient who has just walked in. */
  walkIn(patientId?: string): Promise<Appointment>;
  /** A new visit's id. */
  encounter(patientId?: string): Promise<string>;
}

const zone = "Asia/Kolkata";
const slotsPerDay = 32;
const slotMinutes = 15;

/** The n-th slot of the first doctor from tomorrow on, as an instant. */
function slotAt(node: TestNode, index: number): string {
  const day = addDays(localDate(node.clock.now(), zone), 1 + Math.floor(index / slotsPerDay));
  const minutes = (index % slotsPerDay) * slotMinutes;
  return isoInstant(instantOf(day, "09:00", zone) + minutes * 60_000);
}

/** Makes a world. */
export async function worldOf(
  node: TestNode,
  tenant: TestTenant,
  plan: TokenPlan = {},
): Promise<World> {
  const client = await clientFor(node, tenant, plan);
  let slots = 0;
  let count = 0;
  const world: World = {
    node,
    tenant,
    client,
    freeSlot() {
      slots += 1;
      return slotAt(node, slots - 1);
    },
    serial() {
      count += 1;
      return count;
    },
    async patient(name = "Asha Patil") {
      const body = { name, gender: "female", dob: "1990-04-01" } as const;
      return (await client.call(patientsContract.create, { body })).body.id;
    },
    async appointment(patientId) {
      const patient = patientId ?? (await world.patient());
      const body = {
        patient_id: patient,
        provider_id: tenant.doctorId,
        slot_time: world.freeSlot(),
      };
      return (await client.call(appointmentsContract.create, { body })).body;
    },
    async walkIn(patientId) {
      const patient = patientId ?? (await world.patient());
      const body = {
        patient_id: patient,
        provider_id: tenant.doctorId,
        source: "walk_in",
      } as const;
      return (await client.call(appointmentsContract.create, { body })).body;
    },
    async encounter(patientId) {
      const patient = patientId ?? (await world.patient());
      const body = {
        patient_id: patient,
        encounter_type: "OPD",
        doctor_id: tenant.doctorId,
      } as const;
      return (await client.call(encountersContract.create, { body })).body.id;
    },
  };
  return world;
}
