import { cpus } from "node:os";
import type { Finding, Spread, Written } from "./figures.ts";

function number(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function spread({ median, min, max }: Spread): string {
  return min === max ? number(median) : `${number(median)} (${number(min)}–${number(max)})`;
}

function writtenText({ walBytes, diskBytes, perTransaction }: Written): string {
  const grouped = perTransaction === null ? "none" : number(perTransaction);
  return `${number(walBytes)} / ${number(diskBytes)} / ${grouped}`;
}

function cells(finding: Finding): readonly string[] {
  const { work, unit, ours, baseline, ratio, latency, cpuMicros, written, must, failures } =
    finding;
  return [
    work,
    unit,
    spread(ours),
    baseline === null ? "" : `${spread(baseline.value)} ${baseline.name}`,
    ratio === null ? "" : spread(ratio),
    latency === null ? "" : [latency.p50, latency.p95, latency.p99].map(number).join(" / "),
    [cpuMicros.ours, cpuMicros.baseline]
      .flatMap((value) => (value === null ? [] : [number(value)]))
      .join(" / "),
    written === null || written === undefined ? "" : writtenText(written),
    must ?? "",
    failures === 0 ? "" : String(failures),
  ];
}

const heads = [
  "work",
  "unit",
  "ours",
  "baseline",
  "ratio",
  "p50 / p95 / p99 ms",
  "CPU µs, ours / baseline",
  "WAL B / disk B / requests a transaction",
  "must",
  "failures",
];

/** The findings as one table for a terminal. */
export function table(findings: readonly Finding[]): string {
  const rows = [heads, ...findings.map(cells)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

/** The findings for a program, with the machine they were made on. */
export function asJson(findings: readonly Finding[], rows: number, measuredAt: string): string {
  const [cpu] = cpus();
  const machine = { cores: cpus().length, cpu: cpu?.model ?? "unknown", node: process.version };
  return JSON.stringify({ measured_at: measuredAt, machine, rows, findings }, null, 2);
}
