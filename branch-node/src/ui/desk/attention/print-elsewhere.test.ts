import { expect, test } from "vitest";
import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import type { PrintJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printersFor, waitsAt } from "./print-elsewhere.ts";

type Job = Pick<PrintJob, "status" | "device_id" | "device_role" | "document_type">;

function printer(id: string, more: Partial<Device> = {}): Device {
  return {
    id,
    branch_id: "brn_1",
    device_type: "printer",
    serial_no: id,
    driver_profile: "escpos_80",
    name: id,
    module: null,
    connection: null,
    location: null,
    firmware: null,
    model: null,
    vendor: null,
    capabilities: [],
    roles: ["token"],
    fallback_device_id: null,
    health_status: "online",
    health: {
      since: null,
      last_seen_at: null,
      paper: null,
      cover_open: null,
      drawer_open: null,
      error_code: null,
      answers: null,
      queue_depth: 0,
    },
    status: "active",
    status_history: [],
    public_key: null,
    last_rotated_at: null,
    tenant_id: "ten_1",
    created_at: "",
    updated_at: "",
    created_by: "",
    updated_by: "",
    version: 1,
    origin: "branch",
    origin_node_id: "nod_1",
    hlc: "",
    sync_state: "synced",
    metadata: {},
    ...more,
  };
}

function job(more: Partial<Job> = {}): Job {
  return {
    status: "queued",
    device_id: null,
    device_role: "token",
    document_type: "queue_token",
    ...more,
  };
}

const broken = printer("dev_broken", { health_status: "error", roles: ["token", "receipt"] });

test("a job waits at the printer that it was sent to, or that has its role", () => {
  expect(waitsAt(job(), broken)).toBe(true);
  expect(waitsAt(job({ device_role: "label" }), broken)).toBe(false);
  expect(waitsAt(job({ device_id: "dev_broken", device_role: "dev_broken" }), broken)).toBe(true);
  expect(waitsAt(job({ device_id: "dev_other", device_role: "dev_other" }), broken)).toBe(false);
  expect(waitsAt(job({ status: "printing" }), broken)).toBe(false);
});

test("another printer takes it where it works and prints such documents, also what was sent to the one by name", () => {
  const good = printer("dev_good");
  const labels = printer("dev_labels", { roles: ["label"] });
  const blocked = printer("dev_blocked", { status: "blocked" });
  const away = printer("dev_away", { health_status: "offline" });
  const scanner = printer("dev_scanner", { device_type: "scanner" });
  const all = [broken, good, labels, blocked, away, scanner];
  const named = job({ device_id: "dev_broken", device_role: "dev_broken" });
  const ids = (waiting: readonly Job[]) => printersFor(waiting, broken, all).map(({ id }) => id);
  expect(ids([job(), named])).toEqual(["dev_good"]);
  expect(ids([job(), job({ document_type: "receipt", device_role: "receipt" })])).toEqual([]);
});
