import { openRules } from "@edgeward/shared/contract/surface-rules.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import { openSurface } from "@edgeward/shared/pipeline/open-surface.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import { defineOpenModule } from "@edgeward/shared/resource/module.ts";
import type { DeviceAuth } from "./device-auth.ts";
import { deviceSignInContract } from "./device-sign-in.contract.ts";

const bodyLimit = 16_384;

/** Serves how devices get in: `/auth/device/pair` and `/auth/device/token`. */
export function mountDeviceRoutes(app: Express, auth: DeviceAuth, node: Surface): void {
  const signIn = defineOpenModule("device_sessions", deviceSignInContract, {
    pair: ({ body: { code, device_type: type, public_key: key, proof } }, { ip }) =>
      auth.pair({ code, type, key, proof, ip }),
    token: ({ body }) => auth.token(body.assertion),
  });
  mountSurface(app, openSurface(node, { rules: openRules, bodyLimit }), [signIn]);
}
