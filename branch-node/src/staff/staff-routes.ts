import { jsonBody, type Express } from "@edgeward/shared/http/express.ts";
import * as z from "zod";
import { issuesToFields } from "@edgeward/shared/contract/issues.ts";
import { fieldError, AppError } from "@edgeward/shared/kernel/errors.ts";
import type { TokenVerifier } from "@edgeward/shared/http/tokens.ts";
import type { StaffAuth } from "./sign-in.ts";

const loginBody = z.strictObject({
  username: z.string().min(1).max(100),
  password: z.string().min(1).max(512),
});
const refreshBody = z.strictObject({ refresh_token: z.string().min(1).max(200) });

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw fieldError(...issuesToFields(result.error));
}

/** Serves the sign-in of staff: `/auth/staff/login`, `/refresh`, `/logout`. */
export function mountStaffRoutes(app: Express, auth: StaffAuth, tokens: TokenVerifier): void {
  const json = jsonBody(16_384);
  app.post("/auth/staff/login", json, async (request, response) => {
    const { username, password } = parsed(loginBody, request.body);
    response.setHeader("Cache-Control", "no-store");
    response.json(await auth.signIn(username, password, request.ip ?? null));
  });
  app.post("/auth/staff/refresh", json, async (request, response) => {
    const { refresh_token: token } = parsed(refreshBody, request.body);
    response.setHeader("Cache-Control", "no-store");
    response.json(await auth.refresh(token));
  });
  app.post("/auth/staff/logout", async (request, response) => {
    const token = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1];
    if (token === undefined) throw new AppError("unauthorized", "Nobody is signed in.");
    const caller = await tokens.verify(token);
    if (caller.sessionId !== null) await auth.signOut(caller.sessionId);
    response.status(204).end();
  });
}
