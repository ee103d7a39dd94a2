import { devicesTable, type DeviceRow } from "@edgeward/shared/clinical/devices/devices.table.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { AppError, fieldError } from "@edgeward/shared/kernel/errors.ts";
import { foundInScope, refuseOtherBranch } from "@edgeward/shared/resource/branch-scope.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { refusedTransition } from "@edgeward/shared/resource/state-machine.ts";
import type { Tickets } from "#lan/tickets.ts";
import { newPairingCode, pairingCodeMs } from "./pairing-code.ts";
import { pairingContract } from "./pairing.contract.ts";

/** The page that a device opens. */
const pageOf: Readonly<Record<string, string>> = { kiosk: "/kiosk", bedside_tablet: "/bedside" };

function pairablePage(row: DeviceRow): string {
  const page = pageOf[row.device_type];
  if (page === undefined) {
    throw fieldError({
      path: "id",
      code: "conflicting_fields",
      message: "names a device without a screen of its own; only kiosks and tablets are paired",
    });
  }
  if (row.status !== "pending_pairing" && row.status !== "active") {
    throw refusedTransition("A device", row.status, "active", ["active"]);
  }
  return page;
}

/** Where a device comes in. */
export interface DeviceDoor {
  /** An address without a path. */
  readonly origin: string;
  /** The SHA-256 of the authority whose certificate is shown there, or null where the branch serves no HTTPS. */
  readonly authority: string | null;
}

/** What a device opens: browsers keep to themselves what stands behind the `#`. */
function addressOf({ origin, authority }: DeviceDoor, page: string, code: string): string {
  const pin = authority === null ? "" : `&ca=${authority.replaceAll(":", "").toLowerCase()}`;
  return `${origin}${page}#pair=${code}${pin}`;
}

async function offerPairing(ctx: WriteContext, id: string, door: DeviceDoor) {
  const row = foundInScope(ctx.caller, await ctx.write.load(devicesTable, id));
  refuseOtherBranch(ctx, row);
  const page = pairablePage(row);
  const code = newPairingCode();
  const expiresAt = isoInstant(ctx.now() + pairingCodeMs);
  ctx.write.update(devicesTable, row, {
    pairing_code_hash: ctx.write.runtime.hashValue(ctx.tenantId, code),
    pairing_expires_at: expiresAt,
  });
  const address = addressOf(door, page, code);
  // The library of codes is 2 MB of program, which a branch needs when the first device is paired.
  const { qrSvg } = await import("@edgeward/devices/code/qr-svg.ts");
  return {
    device_id: row.id,
    code,
    expires_at: expiresAt,
    ca_sha256: door.authority,
    address,
    qr_svg: qrSvg(address),
  };
}

/**
 * `POST /v1/devices/{id}/pairing-codes` and a paired device's own tickets.
 * @param doorFor where a device comes in, given where the desk is, which may be left out
 */
export function pairingModule(
  tickets: Tickets,
  doorFor: (origin: string | undefined) => DeviceDoor,
): Module {
  return defineModule("pairing", pairingContract, {
    offer: ({ params, body }, ctx) => offerPairing(ctx, params.id, doorFor(body.origin)),

    connect: (_input, ctx) => {
      const { type, deviceId, sessionId } = ctx.caller;
      if (type !== "device" || deviceId === null) {
        throw new AppError("forbidden", "Only a paired device has a connection of its own.");
      }
      const { ticket, expiresAtMs } = tickets.issue({ kind: "device", deviceId, sessionId });
      return Promise.resolve({ ticket, expires_at: isoInstant(expiresAtMs) });
    },
  });
}
