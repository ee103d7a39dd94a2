import * as z from "zod";
import { lanTlsShape, type LanTlsFault } from "@edgeward/branch-node/lan/lan-tls.contract.ts";
import type { Finding } from "./finding.ts";

const branchStatus = z.looseObject({ tls: lanTlsShape });

const faultTexts: Readonly<Record<LanTlsFault, string>> = {
  port_taken: "another program listens on its port, tried again each minute",
  port_refused: "this machine does not let it listen there, tried again each minute",
  ca_missing:
    "its authority's file is gone; put tls/ca.pem back from a backup, or: edgeward branch certificate --renew-ca",
  ca_damaged:
    "its authority's file is damaged; put tls/ca.pem back from a backup, or: edgeward branch certificate --renew-ca",
  ca_expired: "its authority has ended; make another: edgeward branch certificate --renew-ca",
  clock_wrong: "this machine's clock is wrong; turn on automatic time",
  failed: "it failed; the branch's log says why",
};

const soonMs = 90 * 86_400_000;

function dayOf(instant: string | null): string {
  return instant?.slice(0, 10) ?? "unknown";
}

/** How HTTPS stands on the branch's network; nothing of a branch that does not say. @param now milliseconds since the epoch */
export function httpsFindings(reported: unknown, now: number): readonly Finding[] {
  const tls = branchStatus.safeParse(reported).data?.tls;
  if (tls === undefined) return [];
  const part = "https";
  if (tls.state === "off") return [{ part, level: "ok", detail: "turned off" }];
  const why = tls.fault === null ? null : faultTexts[tls.fault];
  if (tls.port === null) {
    // Where only this machine reaches the branch, nobody misses it.
    const level = tls.is_on_network && why !== null ? "warn" : "ok";
    return [{ part, level, detail: why === null ? "starting" : `not served: ${why}` }];
  }
  const ends = `port ${tls.port}, certificate until ${dayOf(tls.certificate_ends_at)}`;
  if (why !== null)
    return [{ part, level: "warn", detail: `${ends}, and not renewed after that: ${why}` }];
  if (tls.ca_ends_at !== null && Date.parse(tls.ca_ends_at) - now < soonMs)
    return [
      { part, level: "warn", detail: `${ends}; its authority ends ${dayOf(tls.ca_ends_at)}` },
    ];
  return [{ part, level: "ok", detail: ends }];
}
