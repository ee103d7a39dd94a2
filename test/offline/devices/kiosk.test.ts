import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  checkInsContract,
  kioskExitContract,
  type CheckInMatch,
} from "@edgeward/branch-node/kiosk/check-ins.contract.ts";
import { ownPinContract } from "@edgeward/branch-node/staff/own-pin.contract.ts";
import { scansContract } from "@edgeward/branch-node/scanning/scans.contract.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { consentsContract } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { devicesContract } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import {
  patientsContract,
  type Patient,
} from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { staffCredentialsTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { labLabel } from "#printing/samples.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { startLiveBranch, type LiveBranch } from "#support/live-branch.ts";
import { pairScreen } from "#support/paired-device.ts";
import { seedStaff, writeAsSystem } from "#support/seed.ts";

let hub: TestHub;
let branch: LiveBranch;
let desk: Client;
let kiosk: Client;
let otherKiosk: Client;
let phones = 9_800_000_000;

async function pairKiosk(serial: string): Promise<Client> {
  const admin = await branch.client(["branch_admin"]);
  const body = { device_type: "kiosk", serial_no: serial, driver_profile: "kiosk_web" } as const;
  const { id } = (await admin.call(devicesContract.register, { body })).body;
  return (await pairScreen(branch.url, admin, id)).client();
}

async function somebody(more: object = {}): Promise<Patient & { phone: string }> {
  phones += 1;
  const phone = String(phones);
  const person = { name: "Savitri Phule", gender: "female", dob: "1961-01-03", phone } as const;
  const { body } = await desk.call(patientsContract.create, { body: { ...person, ...more } });
  return { ...body, phone };
}

async function find(body: object, by = kiosk): Promise<readonly CheckInMatch[]> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- also what is not allowed is sent
  return (await by.call(checkInsContract.find, { body: body as never })).body.matches;
}

async function only(body: object): Promise<CheckInMatch> {
  const [match, ...others] = await find(body);
  if (match === undefined || others.length > 0) throw new Error("not exactly one was found");
  return match;
}

beforeAll(async () => {
  hub = await startTestHub();
  branch = await startLiveBranch(hub, hub.tenant.branchId);
  desk = await branch.client(["front_desk"]);
  kiosk = await pairKiosk("K-1");
  otherKiosk = await pairKiosk("K-2");
});

afterAll(async () => {
  await branch.stop();
  await hub.stop();
});

describe("a kiosk finds who stands before it", () => {
  test("by telephone and year of birth, and says no more than how the name begins", async () => {
    const patient = await somebody();
    const match = await only({ phone: patient.phone, birth_year: 1961 });
    expect(match).toEqual({
      match_id: expect.any(String),
      masked_name: "S•••••• P••••",
      birth_year: 1961,
      appointment: null,
      token_code: null,
    });
    expect(JSON.stringify(match)).not.toContain(patient.id);
    expect(await find({ phone: `+91 ${patient.phone}`, birth_year: 1961 })).toHaveLength(1);
    expect(await find({ phone: patient.phone, birth_year: 1962 })).toEqual([]);
  });

  test("but not by a tube: whoever holds one is not its patient", async () => {
    const { name, uhid } = await somebody();
    const data = { ...labLabel, specimen_code: "L26-000777", patient: { name, uhid } };
    const body = { document_type: "lab_label", data } as const;
    const { id } = (await desk.call(printJobsContract.create, { body })).body;
    // As when it has come out: this branch has no printer.
    await branch.node.store.write({ tenantId: hub.tenant.id }, (session) =>
      session.query("UPDATE print_jobs SET status = 'printed' WHERE id = ?", [id]),
    );
    const asked = { body: { text: "L26-000777" } } as const;
    expect((await desk.call(scansContract.lookUp, asked)).body.patient_ids).toHaveLength(1);
    expect(await find({ scan: "EW1:S:L26-000777" })).toEqual([]);
    expect(await find({ scan: "L26-000777" })).toEqual([]);
  });

  test("by number, token and ABHA card", async () => {
    const patient = await somebody({ abha_id: "91-5555-5678-9012" });
    const card = { hidn: "91-5555-5678-9012", hid: "s@abdm", name: "Savitri Phule", gender: "F" };
    const token = await desk.call(appointmentsContract.create, {
      body: { patient_id: patient.id, provider_id: hub.tenant.doctorId, source: "walk_in" },
    });
    const scans = [
      patient.uhid,
      `EW1:P:${patient.uhid}`,
      JSON.stringify(card),
      `EW1:T:${token.body.id}`,
      token.body.token_code ?? "",
    ];
    for (const scan of scans) {
      expect(await only({ scan })).toMatchObject({
        masked_name: "S•••••• P••••",
        token_code: token.body.token_code,
      });
    }
  });

  test("each of a family that shares a telephone, and nobody who has died", async () => {
    const mother = await somebody();
    await somebody({ phone: mother.phone, name: "Jyoti Phule" });
    await somebody({ phone: mother.phone, name: "Old Phule", is_deceased: true });
    const matches = await find({ phone: mother.phone, birth_year: 1961 });
    expect(matches.map((match) => match.masked_name).toSorted()).toEqual([
      "J•••• P••••",
      "S•••••• P••••",
    ]);
  });

  test("but nobody who has withdrawn the consent to their record, also where it was found a moment ago", async () => {
    const patient = await somebody({ consent_status: "granted" });
    const question = { phone: patient.phone, birth_year: 1961 };
    const { match_id } = await only(question);
    const ofPatient = { query: { patient_id: patient.id } };
    const [given] = (await desk.call(consentsContract.list, ofPatient)).body.data;
    const revoked = { status: "revoked", status_reason: "Wants no more of it" } as const;
    await desk.call(consentsContract.update, { params: { id: given?.id ?? "" }, body: revoked });
    expect(await find(question)).toEqual([]);
    const late = kiosk.call(checkInsContract.checkIn, { body: { match_id } });
    await expect(late).rejects.toMatchObject({ status: 422, code: "consent_withheld" });
  });

  test("each of those on one telephone who begin alike, told apart by as few letters as do it", async () => {
    const one = await somebody({ name: "Lakshmi Chavan" });
    await somebody({ phone: one.phone, name: "Lalita Chavan" });
    const matches = await find({ phone: one.phone, birth_year: 1961 });
    expect(matches.map(({ masked_name }) => masked_name).toSorted()).toEqual([
      "Lak•••• Cha•••",
      "Lal••• Cha•••",
    ]);
    expect(matches.map(({ birth_year }) => birth_year)).toEqual([1961, 1961]);
  });

  test("and leaves in the audit whose record it led to", async () => {
    const patient = await somebody();
    await find({ scan: patient.uhid });
    const rows = await branch.rows(
      "SELECT actor_type, action FROM audit_events WHERE patient_id = ? AND action = 'look_up'",
      patient.id,
    );
    expect(rows).toEqual([{ actor_type: "device", action: "look_up" }]);
  });

  test("not from a damaged code, from nonsense or from half a question", async () => {
    const patient = await somebody();
    const swapped = `${patient.uhid.slice(0, -1)}${patient.uhid.endsWith("A") ? "B" : "A"}`;
    expect(await find({ scan: swapped })).toEqual([]);
    expect(await find({ scan: "{" })).toEqual([]);
    await expect(find({ phone: patient.phone })).rejects.toMatchObject({ status: 422 });
    await expect(find({ phone: patient.phone, birth_year: 61 })).rejects.toMatchObject({
      status: 422,
    });
  });

  test("but makes whoever guesses the year behind a telephone wait there, and nobody else", async () => {
    const guesses = await pairKiosk("K-3");
    const patient = await somebody();
    for (const birth_year of [1950, 1951, 1952, 1953, 1954]) {
      await find({ phone: patient.phone, birth_year }, guesses);
    }
    const right = { phone: patient.phone, birth_year: 1961 };
    await expect(find(right, guesses)).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      details: { retry_after: expect.any(Number) },
    });
    const kept = await branch.rows("SELECT wait_until FROM attempt_limits WHERE failures = 5");
    expect(kept).toHaveLength(1);
    // The patient goes to another kiosk; the next one is found at this one.
    expect(await find(right, otherKiosk)).toHaveLength(1);
    const next = await somebody();
    expect(await find({ phone: next.phone, birth_year: 1961 }, guesses)).toHaveLength(1);
  });

  test("and by consecutive numbers no faster than people step before it", async () => {
    const curious = await pairKiosk("K-4");
    const { uhid } = await somebody();
    const asked = Array.from({ length: 40 }, () => find({ scan: uhid }, curious));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(8);
    expect(refused[0]).toMatchObject({ reason: { status: 429, code: "rate_limited" } });
    expect(await find({ scan: uhid }, otherKiosk)).toHaveLength(1);
  });
});

describe("checking in", () => {
  test("gives a walk-in a token of the department with its slip, and the same one again", async () => {
    const patient = await somebody();
    const match = await only({ scan: patient.uhid });
    const body = { match_id: match.match_id, department: "General Medicine" };
    const first = await kiosk.call(checkInsContract.checkIn, { body });
    expect(first.body).toMatchObject({
      token_code: expect.stringMatching(/^[A-Z]{3}-\d{3}$/u),
      department: "General Medicine",
      is_new: true,
    });
    const again = await only({ scan: patient.uhid });
    expect(again.token_code).toBe(first.body.token_code);
    const second = await kiosk.call(checkInsContract.checkIn, {
      body: { match_id: again.match_id },
    });
    expect(second.body).toEqual({ ...first.body, is_new: false });
    const jobs = await branch.rows(
      "SELECT count(*) AS jobs FROM print_jobs WHERE data LIKE '%' || ? || '%'",
      first.body.token_code,
    );
    expect(jobs).toEqual([{ jobs: 1 }]);
  });

  test("checks a booked appointment in, with its own doctor", async () => {
    const patient = await somebody();
    // Beside the hours, so that the test can run at any time of the day.
    const admin = await branch.client(["branch_admin"]);
    const booked = await admin.call(appointmentsContract.create, {
      body: {
        patient_id: patient.id,
        provider_id: hub.tenant.secondDoctorId,
        slot_time: new Date().toISOString(),
        overbook: true,
      },
    });
    const match = await only({ scan: patient.uhid });
    expect(match.appointment).toMatchObject({ provider_name: "Vikram Shah" });
    const { body } = await kiosk.call(checkInsContract.checkIn, {
      body: { match_id: match.match_id },
    });
    expect(body).toMatchObject({ provider_name: "Vikram Shah", is_new: true });
    const after = await desk.call(appointmentsContract.get, { params: { id: booked.body.id } });
    expect(after.body).toMatchObject({ status: "checked_in", token_code: body.token_code });
  });

  test("does not take another kiosk's match, an invented one, or a department that is not there", async () => {
    const patient = await somebody();
    const { match_id } = await only({ scan: patient.uhid });
    const body = { match_id, department: "General Medicine" };
    await expect(otherKiosk.call(checkInsContract.checkIn, { body })).rejects.toMatchObject({
      code: "invalid_reference",
    });
    for (const wrong of [
      { match_id: "invented", department: "General Medicine" },
      { match_id, department: "Astrology" },
      { match_id },
    ]) {
      await expect(kiosk.call(checkInsContract.checkIn, { body: wrong })).rejects.toMatchObject({
        code: "invalid_reference",
      });
    }
  });

  test("registers who is new as somebody whose identity nobody has checked", async () => {
    phones += 1;
    const body = {
      name: "इंदिरा भोसले",
      gender: "female",
      phone: String(phones),
      birth_year: 1988,
      department: "General Medicine",
      language: "hi",
    } as const;
    const token = await kiosk.call(checkInsContract.register, { body });
    expect(token.body.token_code).toMatch(/^[A-Z]{3}-\d{3}$/u);
    const found = await desk.call(patientsContract.search, { query: { q: body.phone } });
    expect(found.body.data).toMatchObject([
      {
        name: "इंदिरा भोसले",
        dob: "1988-07-01",
        dob_estimated: true,
        preferred_language: "hi",
        metadata: { identity_unverified: true, registered_at: "kiosk" },
      },
    ]);
    const future = { ...body, birth_year: 2199 };
    await expect(kiosk.call(checkInsContract.register, { body: future })).rejects.toMatchObject({
      status: 422,
    });
  });

  test("is for paired kiosks: neither staff nor a tablet's scope reaches it", async () => {
    await expect(desk.call(checkInsContract.setting)).rejects.toMatchObject({ code: "forbidden" });
    // Nobody checks in with a doctor who has no hours here.
    const node = { store: branch.node.store, runtime: hub.runtime };
    await writeAsSystem(node, hub.tenant.id, (write) => {
      const plan = { name: "Usha Patil", role: "doctor", branches: [hub.tenant.branchId] };
      seedStaff(write, { ...plan, department: "radiology", hasNoHours: true });
    });
    const { body } = await kiosk.call(checkInsContract.setting);
    expect(body).toEqual({
      branch_name: "Branch PUN1",
      departments: ["General Medicine"],
      department_names: [{ department: "General Medicine", names: null }],
      languages: ["en", "hi"],
      idle_seconds: 45,
      warning_seconds: 15,
    });
  });
});

test("lets staff out by user name and PIN, and makes whoever guesses wait", async () => {
  const verifier = await hash("482913");
  const node = { store: branch.node.store, runtime: hub.runtime };
  await writeAsSystem(node, hub.tenant.id, (write) => {
    write.insert(staffCredentialsTable, "crd_1", {
      branch_id: null,
      staff_id: hub.tenant.clerkId,
      username: "ravi.kumar",
      password_verifier: verifier,
      pin_verifier: verifier,
      valid_until: null,
      status: "active",
      metadata: {},
    });
  });
  const leave = (pin: string) =>
    kiosk.call(kioskExitContract.leave, { body: { username: "Ravi.Kumar", pin } });
  expect((await leave("482913")).body).toEqual({ staff_name: "Ravi Kumar" });
  const own = await branch.client(["front_desk"]);
  await own.call(ownPinContract.set, { body: { password: "482913", pin: "60417" } });
  expect((await leave("60417")).body).toEqual({ staff_name: "Ravi Kumar" });
  for (const pin of ["1111", "2222", "3333", "4444", "5555"]) {
    await expect(leave(pin)).rejects.toMatchObject({ code: "invalid_credentials" });
  }
  await expect(leave("60417")).rejects.toMatchObject({ code: "rate_limited" });
});
