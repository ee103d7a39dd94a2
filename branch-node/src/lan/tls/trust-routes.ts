import { X509Certificate } from "node:crypto";
import { TLSSocket } from "node:tls";
import type { Express, RequestHandler } from "@edgeward/shared/http/express.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { trustAddress } from "./lan-tls-state.ts";
import type { LanTls } from "./lan-tls.ts";
import { mobileconfig } from "./mobileconfig.ts";

function authorityOf(tls: Pick<LanTls, "authorityPem">): X509Certificate {
  const pem = tls.authorityPem();
  if (pem === null) throw new AppError("unavailable", "The branch has no certificate yet.");
  return new X509Certificate(pem);
}

type Form = (authority: X509Certificate) => Buffer | string | Promise<Buffer | string>;

/** A file that a device keeps or opens by itself. */
function file(tls: LanTls, name: string, type: string, form: Form): RequestHandler {
  return async (_request, response) => {
    const content = await form(authorityOf(tls));
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Disposition", `attachment; filename="${name}"`);
    response.setHeader("Cache-Control", "no-store");
    response.end(content);
  };
}

/** The one answer that another page may read: only whether it came over HTTPS. */
const check: RequestHandler = (request, response) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cache-Control", "no-store");
  response.json({ secure: request.socket instanceof TLSSocket });
};

/**
 * Serves how a device learns to trust the branch, to anybody on its network: the authority's certificate, a profile for
 * Apple's devices, how HTTPS stands, and what shows a device whether it trusts the branch by now.
 */
export function mountTrust(app: Express, tls: LanTls): void {
  app.get("/trust/state", (_request, response) => {
    response.setHeader("Cache-Control", "no-store").json(tls.state());
  });
  app.get("/trust/check", check);
  const certificateType = "application/x-x509-ca-cert";
  app.get(
    "/trust/edgeward-ca.crt",
    file(tls, "edgeward-ca.crt", certificateType, ({ raw }) => raw),
  );
  app.get(
    "/trust/edgeward-ca.pem",
    file(tls, "edgeward-ca.pem", "application/x-pem-file", (authority) => authority.toString()),
  );
  app.get(
    "/trust/edgeward.mobileconfig",
    file(tls, "edgeward.mobileconfig", "application/x-apple-aspen-config", async (authority) =>
      mobileconfig(authority, (await tls.siteName()) ?? "branch"),
    ),
  );
  app.get("/trust/qr.svg", async (request, response) => {
    const address = trustAddress(request.get("host"), tls.state());
    if (address === null)
      throw new AppError("unavailable", "No other machine reaches this branch over HTTPS.");
    const { qrSvg } = await import("@edgeward/devices/code/qr-svg.ts");
    response.setHeader("Cache-Control", "no-store").type("image/svg+xml").send(qrSvg(address));
  });
}
