import { createHash } from "node:crypto";
import { join } from "node:path";
import { Option, type Command } from "commander";
import { isSupportedCountry, type CountryCode } from "libphonenumber-js/min";
import { canonicalJson } from "@edgeward/shared/kernel/canonical-json.ts";
import { CommandFailure, usageExit } from "../failure.ts";
import { callHttp } from "../operator-http.ts";
import { dataFolder, givenPath, readCredentials, type Credentials } from "../running-demo.ts";
import { jsonLine, type Terminal } from "../terminal.ts";
import { mapColumns, unusedColumns, type ColumnMap } from "./import-columns.ts";
import { inspectFile, readRows, type CsvRow, type FileFacts } from "./import-csv.ts";
import { dateOrderOf, type DateOrder } from "./import-dates.ts";
import {
  keepReject,
  mappingLines,
  openRejects,
  progressLine,
  reportLines,
  type RejectsFile,
} from "./import-report.ts";
import { runImport, type Tally } from "./import-run.ts";
import { createPatientSender, type Destination } from "./import-sender.ts";
import { openNote, type ImportNote } from "./import-state.ts";

interface ImportOptions {
  readonly map: readonly string[];
  readonly country: string;
  readonly dates?: DateOrder;
  readonly branch?: string;
  readonly to?: "hub" | "branch";
  readonly dryRun?: boolean;
  readonly rejects?: string;
  readonly json?: boolean;
}

/** The file as it is understood. */
interface Plan {
  readonly path: string;
  readonly facts: FileFacts;
  readonly header: readonly string[];
  readonly map: ColumnMap;
  readonly rows: AsyncGenerator<CsvRow, void>;
  readonly country: CountryCode;
  readonly dates: DateOrder;
}

const somethingRejectedExit = 3;
const reachTimeoutMs = 3_000;

function countryOf(text: string): CountryCode {
  const country = text.toUpperCase();
  if (isSupportedCountry(country)) return country;
  throw new CommandFailure(
    `--country wants a country code of two letters, such as IN or US`,
    usageExit,
  );
}

async function planOf(file: string, options: ImportOptions): Promise<Plan> {
  const path = givenPath(file);
  const country = countryOf(options.country);
  const facts = await inspectFile(path);
  const rows = readRows(path, facts.form);
  const first = await rows.next();
  if (first.done === true) throw new CommandFailure(`${path} has no header row`);
  const header = first.value.cells;
  const map = mapColumns(header, options.map);
  return { path, facts, header, map, rows, country, dates: options.dates ?? dateOrderOf(country) };
}

async function isReachable(baseUrl: string): Promise<boolean> {
  try {
    const { status } = await callHttp(`${baseUrl}/healthz`, { timeoutMs: reachTimeoutMs });
    return status === 200;
  } catch (error) {
    if (error instanceof CommandFailure) return false;
    throw error;
  }
}

async function nodeFor(
  options: ImportOptions,
  credentials: Credentials,
): Promise<"hub" | "branch"> {
  if (options.to !== undefined) return options.to;
  if (await isReachable(credentials.hub)) return "hub";
  if (await isReachable(credentials.branch)) return "branch";
  throw new CommandFailure(
    `neither the hub (${credentials.hub}) nor the branch (${credentials.branch}) answers; start the product with "npm start"`,
  );
}

function destinationOf(
  node: "hub" | "branch",
  options: ImportOptions,
  credentials: Credentials,
): Destination {
  return {
    baseUrl: credentials[node],
    tenantId: credentials.tenant_id,
    branchId: options.branch ?? credentials.branch_id,
    clientId: credentials.clinical.client_id,
    clientSecret: credentials.clinical.client_secret,
  };
}

function noteFor(plan: Plan, destination: Destination): ImportNote {
  const { baseUrl, tenantId, branchId } = destination;
  const { country, dates, map } = plan;
  const setup = canonicalJson([baseUrl, tenantId, branchId, country, dates, [...map]]);
  const path = join(dataFolder(), "imports", `${plan.facts.sha256}.json`);
  return openNote(path, createHash("sha256").update(setup).digest("hex"));
}

function describePlan(plan: Plan, options: ImportOptions, where: string, terminal: Terminal): void {
  const left = unusedColumns(plan.header, plan.map);
  const aadhaar = left.some((title) => /aadhaa?r|uidai/iu.test(title));
  terminal.out(where);
  for (const line of mappingLines(plan.header, plan.map)) terminal.out(line);
  if (left.length > 0) terminal.out(`  left out: ${left.join(", ")}`);
  if (aadhaar) terminal.out("  (Aadhaar numbers are never stored)");
  const example = plan.dates === "day-first" ? "3 April 1990" : "4 March 1990";
  terminal.out(
    `Dates are read ${plan.dates}: 03/04/1990 is ${example}. Telephone numbers are read as of ${plan.country}.`,
  );
  if (options.dryRun === true) terminal.out("Dry run: nothing is sent.");
}

function jsonReport(
  plan: Plan,
  tally: Tally,
  destination: string | null,
  branchId: string | null,
): string {
  return jsonLine({
    file: plan.path,
    sent_to: destination,
    branch_id: branchId,
    dates: plan.dates,
    country: plan.country,
    mapping: Object.fromEntries(
      [...plan.map].map(([field, places]) => [field, places.map((place) => plan.header[place])]),
    ),
    rows: tally.rows,
    registered: tally.registered,
    already_there: tally.present,
    resumed: tally.resumed,
    rejected: tally.rejectedRows,
    warnings: Object.fromEntries(tally.warnings),
    rejects: tally.rejects,
  });
}

/** Ends the run after the rows under way when the person interrupts it. */
function interruptible(): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  return {
    signal: controller.signal,
    done: () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    },
  };
}

interface Target {
  readonly destination: Destination;
  readonly note: ImportNote;
}

async function targetOf(plan: Plan, options: ImportOptions, terminal: Terminal): Promise<Target> {
  const credentials = readCredentials();
  const node = await nodeFor(options, credentials);
  if (node === "branch" && options.to === undefined) {
    terminal.err(
      "edgeward: the hub does not answer; the patients go to the branch and from there to the hub",
    );
  }
  const destination = destinationOf(node, options, credentials);
  return { destination, note: noteFor(plan, destination) };
}

async function carryOut(
  plan: Plan,
  target: Target | null,
  rejects: RejectsFile | null,
  terminal: Terminal,
): Promise<Tally> {
  const interrupt = interruptible();
  const today = new Date(Date.now()).toISOString().slice(0, 10);
  try {
    const tally = await runImport(
      {
        rows: plan.rows,
        map: plan.map,
        rules: { country: plan.country, dates: plan.dates, today },
        sender: target === null ? null : createPatientSender(target.destination),
        note: target?.note ?? null,
        onReject: (row, faults) => keepReject(rejects, row, faults),
        onRow: (soFar, line) => terminal.progress(progressLine(soFar, line / plan.facts.lines)),
        signal: interrupt.signal,
      },
      plan.header.length,
    );
    if (!interrupt.signal.aborted) return tally;
    throw new CommandFailure(
      `stopped after ${tally.rows} rows; give the same command again to go on`,
      130,
    );
  } finally {
    interrupt.done();
    rejects?.close();
    terminal.endProgress();
  }
}

async function importPatients(
  file: string,
  options: ImportOptions,
  terminal: Terminal,
): Promise<void> {
  const plan = await planOf(file, options);
  const target = options.dryRun === true ? null : await targetOf(plan, options, terminal);
  const { baseUrl = null, branchId = null } = target?.destination ?? {};
  if (options.json !== true) {
    describePlan(plan, options, `${plan.path}${baseUrl === null ? "" : ` → ${baseUrl}`}`, terminal);
  }
  const rejects =
    options.rejects === undefined ? null : openRejects(givenPath(options.rejects), plan.header);
  const tally = await carryOut(plan, target, rejects, terminal);
  // A rejected row is tried again with the rest, so the note serves only a run that was cut off.
  target?.note.finish();
  if (options.json === true) terminal.out(jsonReport(plan, tally, baseUrl, branchId));
  else for (const line of reportLines(tally, options.dryRun === true)) terminal.out(line);
  if (tally.rejectedRows > 0) process.exitCode = somethingRejectedExit;
}

function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/** `edgeward import patients FILE`. */
export function addImport(program: Command, terminal: Terminal): void {
  program
    .command("import")
    .description("bring records in from another system")
    .command("patients")
    .description(
      "register the patients of a spreadsheet export (CSV); a second run changes nothing",
    )
    .argument("<file>", "CSV in UTF-8, with a header row; comma, semicolon or tab")
    .option(
      "--map <field=column>",
      "which column a field comes from; join columns with +, may be given again",
      collect,
      [],
    )
    .option("--country <code>", "whose telephone numbers, dates and addresses these are", "IN")
    .addOption(
      new Option("--dates <order>", "how 03/04/1990 is read; else the country's way").choices([
        "day-first",
        "month-first",
      ]),
    )
    .option("--branch <id>", "the branch that registers them; else the demo's")
    .addOption(
      new Option(
        "--to <node>",
        "where they are sent; else the hub, or the branch when the hub does not answer",
      ).choices(["hub", "branch"]),
    )
    .option("--dry-run", "read and check every row, send nothing")
    .option("--rejects <file>", "write rejected rows to a CSV file, with a column that says why")
    .option("--json", "say the outcome in one line of JSON")
    .action((file: string, options: ImportOptions) => importPatients(file, options, terminal));
}
