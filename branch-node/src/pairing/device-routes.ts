import * as z from "zod";
import { issuesToFields } from "@edgeward/shared/contract/issues.ts";
import { jsonBody, type Express } from "@edgeward/shared/http/express.ts";
import { fieldError } from "@edgeward/shared/kernel/errors.ts";
import type { DeviceAuth } from "./device-auth.ts";
import { deviceKeyShape } from "./device-proof.ts";

const pairBody = z.strictObject({
  code: z.string().min(1).max(20),
  device_type: z.enum(["kiosk", "bedside_tablet"]),
  public_key: deviceKeyShape,
  proof: z.string().min(1).max(1_000),
});
const tokenBody = z.strictObject({ assertion: z.string().min(1).max(2_000) });

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw fieldError(...issuesToFields(result.error));
}

/** Serves how devices get in: `/auth/device/pair` and `/auth/device/token`. */
export function mountDeviceRoutes(app: Express, auth: DeviceAuth): void {
  const json = jsonBody(16_384);
  app.post("/auth/device/pair", json, async (request, response) => {
    const body = parsed(pairBody, request.body);
    response.setHeader("Cache-Control", "no-store");
    const paired = await auth.pair({
      code: body.code,
      type: body.device_type,
      key: body.public_key,
      proof: body.proof,
      ip: request.ip ?? null,
    });
    response.status(201).json(paired);
  });
  app.post("/auth/device/token", json, async (request, response) => {
    const { assertion } = parsed(tokenBody, request.body);
    response.setHeader("Cache-Control", "no-store");
    response.json(await auth.token(assertion));
  });
}
