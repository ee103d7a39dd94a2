// A sound tree in small: every room, every role of a resource, and nothing that a check objects to.

function manifest(name: string, dependencies: readonly string[]): string {
  const versions = Object.fromEntries(dependencies.map((dependency) => [dependency, "*"]));
  const fields = {
    name: `@edgeward/${name}`,
    private: true,
    type: "module",
    imports: { "#*": "./src/*" },
    exports: { "./*.ts": "./src/*.ts" },
    dependencies: versions,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** The manifests of the small tree: the real doors, and only the dependencies it uses. */
export const manifests: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(
    {
      name: "planted-tree",
      private: true,
      type: "module",
      dependencies: { "@edgeward/hub": "*", "@edgeward/branch-node": "*" },
    },
    null,
    2,
  )}\n`,
  "pnpm-workspace.yaml": "packages:\n  - shared\n  - hub\n  - branch-node\n  - devices\n  - test\n",
  "shared/package.json": manifest("shared", ["vitest", "zod"]),
  "hub/package.json": manifest("hub", ["@edgeward/shared", "pg"]),
  "branch-node/package.json": manifest("branch-node", [
    "@edgeward/devices",
    "@edgeward/shared",
    "better-sqlite3",
  ]),
  "devices/package.json": manifest("devices", ["@edgeward/shared"]),
  "test/package.json": manifest("test", ["@edgeward/shared"]),
};

/** The sources of the small tree. */
export const treeFiles: Readonly<Record<string, string>> = {
  "shared/src/kernel/codes.ts": `/** Every code a caller can meet. */
export const codes = { not_found: 404 } as const;
`,
  "shared/src/kernel/codes.test.ts": `import { expect, test } from "vitest";
import { codes } from "./codes.ts";

test("a missing record answers 404", () => {
  expect(codes.not_found).toBe(404);
});
`,
  "shared/src/contract/fields.ts": `import { z } from "zod";

/** A name as a person writes it. */
export const Name = z.string().min(1);
`,
  "shared/src/clinical/patient/patient.contract.ts": `import { z } from "zod";
import { Name } from "#contract/fields.ts";

/** A patient on the wire. */
export const Patient = z.object({ name: Name });
`,
  "shared/src/clinical/patient/patient.queries.ts": `import { Patient } from "./patient.contract.ts";

/** Reads a patient. */
export function readPatient(row: unknown): { name: string } {
  return Patient.parse(row);
}
`,
  "shared/src/clinical/patient/patient.commands.ts": `import { readPatient } from "./patient.queries.ts";

/** The name other resources print. */
export function patientName(row: unknown): string {
  return readPatient(row).name;
}
`,
  "shared/src/clinical/visit/visit.module.ts": `import { patientName } from "#clinical/patient/patient.commands.ts";
import { codes } from "#kernel/codes.ts";

/** One line about a visit. */
export function visitLine(row: unknown): string {
  return \`\${patientName(row)} \${codes.not_found}\`;
}
`,
  "devices/src/driver.ts": `import { codes } from "@edgeward/shared/kernel/codes.ts";

/** How many codes a driver knows. */
export function codeCount(): number {
  return Object.keys(codes).length;
}
`,
  "hub/src/main.ts": `import { visitLine } from "@edgeward/shared/clinical/visit/visit.module.ts";
import { Pool } from "pg";

const pool = new Pool();
process.stdout.write(visitLine({ name: "A" }));
await pool.end();
`,
  "branch-node/src/main.ts": `import { codeCount } from "@edgeward/devices/driver.ts";
import { visitLine } from "@edgeward/shared/clinical/visit/visit.module.ts";
import Database from "better-sqlite3";

const database = new Database(":memory:");
process.stdout.write(\`\${visitLine({ name: "B" })} \${codeCount()}\`);
database.close();
`,
  "branch-node/src/ui/desk/main.tsx": `import { Patient } from "@edgeward/shared/clinical/patient/patient.contract.ts";

document.title = Patient.parse({ name: "Desk" }).name;
`,
  "scripts/start.ts": `import "@edgeward/hub/main.ts";
import "@edgeward/branch-node/main.ts";
`,
  "test/bench/index.ts": `import { codes } from "@edgeward/shared/kernel/codes.ts";

console.log(codes.not_found);
`,
};
