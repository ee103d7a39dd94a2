import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { encounterTypes } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { encounterStates } from "@edgeward/shared/clinical/encounters/encounters.states.ts";
import { filesMatching, root, textOf } from "./sources.ts";

// What the documentation says of states is printed from the tables by which both nodes judge every step. Where a change is
// meant, `npm run states` writes the page.
const page = "docs/states.md";

const machineShape = z.object({
  subject: z.string(),
  transitions: z.record(z.string(), z.array(z.string()).readonly()),
});
const actorsShape = z.record(z.string(), z.array(z.string()).readonly());

type Machine = z.output<typeof machineShape>;

/** A table of states, and who takes a record to a state where not everybody may who may change it. */
interface StateTable {
  readonly title: string;
  readonly machine: Machine;
  readonly actors: z.output<typeof actorsShape>;
}

/** Visits have a table for each kind: those that are alike stand together. */
function visitTables(): readonly StateTable[] {
  const groups = Map.groupBy(encounterTypes, (type) =>
    JSON.stringify(encounterStates(type).transitions),
  );
  return [...groups.values()].map((types) => ({
    title: `Encounter (${types.join(", ")})`,
    machine: machineShape.parse(encounterStates(types[0] ?? "")),
    actors: {},
  }));
}

async function tablesOf(path: string): Promise<readonly StateTable[]> {
  const module: unknown = await import(join(root, path));
  const exported = Object.entries(z.record(z.string(), z.unknown()).parse({ ...Object(module) }));
  const actors = exported.find(([name]) => name.endsWith("Actors"))?.[1] ?? {};
  return exported.flatMap(([, value]) => {
    const machine = machineShape.safeParse(value).data;
    if (machine === undefined) return [];
    const title = machine.subject.replace(/^An? /u, "");
    return [
      {
        title: title.charAt(0).toUpperCase() + title.slice(1),
        machine,
        actors: actorsShape.parse(actors),
      },
    ];
  });
}

function line({ machine, actors }: StateTable, from: string): string {
  const to = (machine.transitions[from] ?? []).map((state) => {
    const by = actors[state];
    return `\`${state}\`${by === undefined ? "" : ` (${by.join(", ")})`}`;
  });
  return `| \`${from}\` | ${to.length === 0 ? "it stays so" : to.join(", ")} |`;
}

function printed(tables: readonly StateTable[]): string {
  const sorted = tables.toSorted((one, next) => (one.title < next.title ? -1 : 1));
  const parts = sorted.map((table) => {
    const lines = Object.keys(table.machine.transitions).map((from) => line(table, from));
    return `## ${table.title}\n\n| From | To |\n| --- | --- |\n${lines.join("\n")}\n`;
  });
  return `# States

The ways between the states of each kind of record, printed from the tables by which branch and hub judge every step; a step
that is not here is refused with [\`invalid_transition\`](errors/invalid_transition.md). The roles behind a state are those who
may take a record there, where not everybody may who may change it.

${parts.join("\n")}`;
}

test("the page of states says what the tables say", async () => {
  const files = filesMatching("shared/src/clinical/**/*.states.ts");
  const tables = [...(await Promise.all(files.map(tablesOf))).flat(), ...visitTables()];
  // Whatever is declared the declared way is found, and no table is forgotten because its name is another.
  for (const file of files) expect(textOf(file)).toMatch(/StateMachine</u);
  expect(tables.length).toBeGreaterThanOrEqual(files.length);
  const wanted = printed(tables);
  if (process.env["EDGEWARD_WRITE_STATES"] === "1") writeFileSync(join(root, page), wanted);
  expect(textOf(page)).toBe(wanted);
});
