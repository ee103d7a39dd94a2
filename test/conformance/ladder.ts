import { expect } from "vitest";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import {
  isWriteEndpoint,
  type Endpoint,
  type RequestOf,
} from "@edgeward/shared/contract/endpoint.ts";
import { errorCodesOf } from "@edgeward/shared/contract/endpoint-codes.ts";
import type { engines } from "#support/engines.ts";
import { headersFor, type EngineName, type TestNode } from "#support/node.ts";
import { watchWire, type Wire } from "#support/wire-snapshot.ts";
import { send, type RawAnswer, type SendOptions } from "./requests.ts";
import { samples, type Sample } from "./samples.ts";
import { worldOf, type World } from "./world.ts";

/** One endpoint, with a request that it takes. */
export interface Rung {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly access: NonNullable<Endpoint["access"]>;
  readonly sample: Sample;
}

/** Every endpoint of the clinical surface. */
export const routes = clinicalModules.flatMap((module) => module.routes);

function sampleOf(name: string): Sample | undefined {
  const [resource = "", key = ""] = name.split(".");
  return samples[resource]?.[key];
}

/** Every endpoint that has a sample. */
export const rungs = routes.flatMap(({ name, endpoint }): readonly Rung[] => {
  const sample = sampleOf(name);
  const { access } = endpoint;
  return sample === undefined || access === null ? [] : [{ name, endpoint, access, sample }];
});

/** Those of them that write. */
export const writes = rungs.filter(({ endpoint }) => endpoint.method !== "GET");

/** Whether a node of an engine does it: what is decided at the hub, a branch refuses. */
export function isDoneHere(engine: EngineName, endpoint: Endpoint): boolean {
  return engine === "hub" || !isWriteEndpoint(endpoint) || endpoint.home !== "hub";
}

/** A node, and a caller who tries its endpoints. */
export interface Ladder {
  readonly node: TestNode;
  readonly world: World;
  /** What another tenant has. */
  readonly stranger: World;
  /** Of a caller who may do everything. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sendAs: (
    endpoint: Endpoint,
    request: RequestOf<Endpoint>,
    options?: Partial<SendOptions>,
  ) => Promise<RawAnswer>;
  /** A request that would pass, but makes nothing: whoever gets past the door is notified of the parameter. */
  readonly knock: (
    rung: Rung,
    request: RequestOf<Endpoint>,
    given: Readonly<Record<string, string>>,
  ) => Promise<RawAnswer>;
  /** The codes that were answered and that their endpoints had not named beforehand. */
  readonly unnamed: () => readonly string[];
  /** What was answered, held to the snapshot of the wire. */
  readonly wire: Wire;
}

/** What the running test is about: the last part of its name. */
function situation(): string {
  return expect.getState().currentTestName?.split(" > ").at(-1) ?? "";
}

/** Starts a node of an engine to be tried, on a ladder whose answers have a place of their own in the snapshot. */
export async function startLadder(engine: (typeof engines)[number], name: string): Promise<Ladder> {
  const node = await engine.start();
  const wire = watchWire(name, engine.engine);
  const headers = await headersFor(node, node.tenant);
  const unnamed = new Set<string>();
  const sendAs: Ladder["sendAs"] = async (endpoint, request, options = {}) => {
    const answer = await send(node, endpoint, request, { headers, ...options });
    wire.see(`${endpoint.method} ${endpoint.path}`, situation(), answer);
    const isNamed =
      answer.code === "" || errorCodesOf(endpoint).some((code) => code === answer.code);
    if (!isNamed) unnamed.add(`${endpoint.method} ${endpoint.path}: ${answer.code}`);
    return answer;
  };
  return {
    node,
    world: await worldOf(node, node.tenant),
    stranger: await worldOf(node, node.other),
    headers,
    sendAs,
    knock: ({ endpoint }, request, given) =>
      sendAs(endpoint, request, { headers: given, query: [["nonsense", "1"]] }),
    unnamed: () => [...unnamed].toSorted(),
    wire,
  };
}
