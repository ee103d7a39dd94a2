import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { insertRows } from "@edgeward/shared/db/statements.ts";
import type { Operation } from "@edgeward/shared/db/model.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { deviceStaffSessionsTable } from "#db/tablet.table.ts";
import type { DeviceGate } from "./device-gate.ts";
import { claimedDevice, verifyAssertion } from "./device-proof.ts";
import { useAssertion } from "./used-assertions.ts";
import { staffOnDeviceContract } from "./staff-on-device.contract.ts";

async function signingDevice(
  gate: DeviceGate,
  ctx: WriteContext,
  assertion: string,
): Promise<string> {
  const device = gate.find(claimedDevice(assertion) ?? "");
  if (device === null || device.key === null || device.status === "retired")
    throw new AppError("invalid_credentials", "This device is not paired here.");
  const audience = `branch:${ctx.branch.id}`;
  const proof = await verifyAssertion(device.key, device.id, audience, assertion, ctx.now());
  await useAssertion(ctx.session, device.id, proof, ctx.now());
  if (device.status === "blocked")
    throw new AppError("device_blocked", "This device has been locked by the branch's staff.");
  return device.id;
}

/** `POST /v1/devices/self/staff-sessions`: a person's own token, and the device's own signature. */
export function staffOnDeviceModule(gate: DeviceGate): Module {
  return defineModule("staff_on_device", staffOnDeviceContract, {
    begin: async ({ body }, ctx) => {
      const { type, id: staffId, sessionId } = ctx.caller;
      if (type !== "staff" || sessionId === null)
        throw new AppError("forbidden", "Only a member of staff works on a device.");
      const deviceId = await signingDevice(gate, ctx, body.assertion);
      const row = {
        tenant_id: ctx.tenantId,
        device_id: deviceId,
        session_id: sessionId,
        staff_id: staffId,
        begun_at: isoInstant(ctx.now()),
      };
      await ctx.session.runAll(
        insertRows(ctx.session.dialect, deviceStaffSessionsTable, [row], "skip"),
      );
      return { device_id: deviceId, staff_id: staffId };
    },
  });
}

// What a tablet did out of reach comes later; beyond a day after the shift nobody works from it.
const latestAfterMs = 24 * 60 * 60_000;

/**
 * Whether the author of a device's operation worked on it when it was made: with a session that was begun there by then,
 * and had not ended. @param receivedMs when the operation came, milliseconds since the epoch
 */
export async function hasWorkedOn(
  ctx: Pick<WriteContext, "session" | "tenantId">,
  deviceId: string,
  { actor, at }: Operation,
  receivedMs: number,
): Promise<boolean> {
  const made = isoInstant(Date.parse(at));
  const rows = await ctx.session.query(
    `SELECT 1 FROM device_staff_sessions AS d JOIN staff_sessions AS s
        ON s.tenant_id = d.tenant_id AND s.id = d.session_id AND s.staff_id = d.staff_id
      WHERE d.tenant_id = ? AND d.device_id = ? AND d.staff_id = ? AND d.begun_at <= ?
        AND s.expires_at > ? AND (s.ended_at IS NULL OR s.ended_at > ?) AND s.expires_at > ? LIMIT 1`,
    [ctx.tenantId, deviceId, actor.id, made, made, made, isoInstant(receivedMs - latestAfterMs)],
  );
  return rows.length > 0;
}
