import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { roleOf, type PrintJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printersInTrouble } from "#ui/desk/settings/device-texts.ts";

type Job = Pick<PrintJob, "status" | "device_id" | "device_role" | "document_type">;

/** Whether a job waits at a printer: it was sent there, or to any with a role that the printer has. */
export function waitsAt(job: Job, printer: Pick<Device, "id" | "roles">): boolean {
  if (job.status !== "queued") return false;
  if (job.device_id !== null) return job.device_id === printer.id;
  return printer.roles.some((role) => role === job.device_role);
}

/** The printers that can take all that waits at one which cannot print: they work, and print such documents. */
export function printersFor<Printer extends Device>(
  waiting: readonly Job[],
  printer: Pick<Device, "id">,
  devices: readonly Printer[],
): readonly Printer[] {
  const outOfWork = new Set(printersInTrouble(devices).map(({ id }) => id));
  return devices.filter(
    ({ id, device_type: type, status, roles }) =>
      id !== printer.id &&
      type === "printer" &&
      status === "active" &&
      !outOfWork.has(id) &&
      waiting.every((job) => roles.some((role) => role === roleOf(job.document_type))),
  );
}
