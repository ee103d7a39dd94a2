import type { Vitals } from "#clinical/encounters/encounter-parts.contract.ts";

// As doctors write them in every language.
const measures = [
  ["temp_c", "Temp", " °C"],
  ["pulse_bpm", "Pulse", "/min"],
  ["resp_rate", "Resp", "/min"],
  ["spo2_pct", "SpO2", " %"],
  ["glucose_mgdl", "Glucose", " mg/dL"],
  ["weight_kg", "Weight", " kg"],
  ["height_cm", "Height", " cm"],
  ["pain", "Pain", "/10"],
  ["gcs", "GCS", "/15"],
] as const;

/** What was measured, in one line: BP 150/94 mmHg, Pulse 96/min. */
export function measuredOnPaper(values: Vitals): string {
  const { sbp, dbp } = values;
  const hasPressure = typeof sbp === "number" && typeof dbp === "number";
  const others = measures.flatMap(([name, called, unit]) => {
    const value = values[name];
    return typeof value === "number" ? [`${called} ${value}${unit}`] : [];
  });
  return [...(hasPressure ? [`BP ${sbp}/${dbp} mmHg`] : []), ...others].join(", ");
}
