import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { EngineName } from "./node.ts";
import { doorsOf } from "./openapi-doors.ts";
import { bodyShape, headersShape, shapeChanges, type Shape } from "./wire-shapes.ts";

const file = join(import.meta.dirname, "..", "conformance", "wire-snapshot.json");

const shapeShape = z.record(z.string(), z.string());
// By endpoint, what was asked of it, and the engine; "both" where the engines answer alike.
const sightsShape = z.record(
  z.string(),
  z.record(
    z.string(),
    z.partialRecord(z.enum(["both", "branch", "hub"]), z.record(z.string(), z.string())),
  ),
);
const snapshotShape = z.strictObject({
  ladders: z.record(z.string(), sightsShape),
  shapes: z.record(z.string(), shapeShape),
});

const meant = "Where this is meant, `npm run wire` writes the snapshot anew.";

/** What is seen of an answer. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The error's code; empty for a success. */
  readonly code: string;
}

/** One case that is held: an endpoint's answers in a situation, on one engine. */
interface Sight {
  readonly ladder: string;
  readonly engine: EngineName;
  readonly endpoint: string;
  readonly situation: string;
  /** By status and code, what the headers and bodies look like. */
  readonly answers: Readonly<Record<string, Shape>>;
}

const engineNames: readonly EngineName[] = ["branch", "hub"];

function refOf(shape: Shape): string {
  return createHash("sha256").update(JSON.stringify(shape)).digest("hex").slice(0, 8);
}

function readSights(): readonly Sight[] {
  if (!existsSync(file)) return [];
  const { ladders, shapes } = snapshotShape.parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.entries(ladders).flatMap(([ladder, endpoints]) =>
    Object.entries(endpoints).flatMap(([endpoint, situations]) =>
      Object.entries(situations).flatMap(([situation, byEngine]) =>
        engineNames.flatMap((engine): readonly Sight[] => {
          const refs = byEngine[engine] ?? byEngine.both;
          if (refs === undefined) return [];
          const answers = Object.entries(refs).map(([name, ref]) => [name, shapes[ref] ?? {}]);
          return [{ ladder, engine, endpoint, situation, answers: Object.fromEntries(answers) }];
        }),
      ),
    ),
  );
}

function refsOf({ answers }: Sight): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(answers).map(([name, shape]) => [name, refOf(shape)]));
}

function toldByEngine(sights: readonly Sight[]) {
  const reported = engineNames.flatMap((engine) => {
    const sight = sights.find((one) => one.engine === engine);
    return sight === undefined ? [] : [[engine, refsOf(sight)] as const];
  });
  const isAlike = new Set(reported.map(([, refs]) => JSON.stringify(refs))).size === 1;
  const [first] = reported;
  return isAlike && reported.length === 2 ? { both: first?.[1] } : Object.fromEntries(reported);
}

/** Values by a name that each has, in the order of the names. */
function grouped<V>(
  values: readonly V[],
  nameOf: (value: V) => string,
  summary: (values: readonly V[]) => unknown,
): Readonly<Record<string, unknown>> {
  const groups = Map.groupBy(values, nameOf);
  const names = [...groups.keys()].toSorted();
  return Object.fromEntries(names.map((name) => [name, summary(groups.get(name) ?? [])]));
}

function writeSights(sights: readonly Sight[]): void {
  const shapes = sights.flatMap((sight) => Object.values(sight.answers));
  const snapshot = {
    ladders: grouped(
      sights,
      ({ ladder }) => ladder,
      (own) =>
        grouped(
          own,
          ({ endpoint }) => endpoint,
          (asked) => grouped(asked, ({ situation }) => situation, toldByEngine),
        ),
    ),
    shapes: grouped(shapes, refOf, ([shape]) => shape),
  };
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`);
}

function changesOf(was: Sight | undefined, now: Sight | undefined): readonly string[] {
  if (now === undefined) return ["no longer asked or answered"];
  if (was === undefined) return ["not in the snapshot yet"];
  const names = [...new Set([...Object.keys(was.answers), ...Object.keys(now.answers)])];
  return names.toSorted().flatMap((name) => {
    const [before, after] = [was.answers[name], now.answers[name]];
    if (before === undefined) return [`+ ${name}`];
    if (after === undefined) return [`- ${name}`];
    return shapeChanges(before, after).map((line) => `${name}: ${line}`);
  });
}

const nameOf = ({ endpoint, situation, engine }: Sight) =>
  `${endpoint} on the ${engine}, ${situation}`;

function differences(was: readonly Sight[], now: readonly Sight[]): readonly string[] {
  const before = new Map(was.map((sight) => [nameOf(sight), sight]));
  const after = new Map(now.map((sight) => [nameOf(sight), sight]));
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return names.flatMap((name) => {
    const lines = changesOf(before.get(name), after.get(name));
    return lines.length === 0 ? [] : [[name, ...lines].join("\n    ")];
  });
}

/** Sees what an engine answers, to compare it with what it answered when the snapshot was written. */
export interface Wire {
  /** Takes note of an answer that the endpoint (`GET /v1/patients`) gave in the running test. */
  see(endpoint: string, situation: string, answer: SeenAnswer): void;
  /** Takes note of what the node's own description says. */
  seeDocument(document: unknown): void;
  /** What differs from the snapshot, by endpoint. With `EDGEWARD_WRITE_WIRE=1` the snapshot is written instead. */
  changes(): readonly string[];
}

/** Watches one engine on one ladder: its part of the snapshot is its own. */
export function watchWire(ladder: string, engine: EngineName): Wire {
  const seen = new Map<string, SeenAnswer[]>();
  const documented: Sight[] = [];
  const sightOf = ([key, answers]: [string, SeenAnswer[]]): Sight => {
    const [endpoint = "", situation = ""] = key.split("\n");
    const named = Map.groupBy(answers, ({ status, code }) => `${status} ${code}`.trim());
    const shapes = [...named].flatMap(([name, alike]) => [
      [`${name} body`, bodyShape(alike)] as const,
      [`${name} headers`, headersShape(alike.map(({ headers }) => headers))] as const,
    ]);
    const sorted = shapes.toSorted(([one], [next]) => (one < next ? -1 : 1));
    return { ladder, engine, endpoint, situation, answers: Object.fromEntries(sorted) };
  };
  return {
    see: (endpoint, situation, answer) => {
      const key = `${endpoint}\n${situation}`;
      seen.set(key, [...(seen.get(key) ?? []), answer]);
    },
    seeDocument: (document) => {
      for (const { method, path, operation } of doorsOf(document)) {
        const names = operation.parameters.map((one) => `${one.in} ${one.name}`).toSorted();
        const statuses = Object.keys(operation.responses).toSorted();
        const answers = {
          operation: { operationId: operation.operationId, statuses: statuses.join(" ") },
          parameters: Object.fromEntries(names.map((name) => [name, "named"])),
        };
        const endpoint = `${method} ${path}`;
        documented.push({ ladder, engine, endpoint, situation: "as OpenAPI reports it", answers });
      }
    },
    changes: () => {
      const now = [...[...seen].map(sightOf), ...documented];
      const isOwn = (sight: Sight) => sight.ladder === ladder && sight.engine === engine;
      const kept = readSights();
      if (process.env["EDGEWARD_WRITE_WIRE"] !== "1") {
        const differing = differences(kept.filter(isOwn), now);
        return differing.length === 0 ? [] : [meant, ...differing];
      }
      writeSights([...kept.filter((sight) => !isOwn(sight)), ...now]);
      return [];
    },
  };
}
