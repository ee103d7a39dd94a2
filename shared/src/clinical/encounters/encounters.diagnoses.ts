import { canonicalJson } from "#kernel/canonical-json.ts";
import { fieldError } from "#kernel/errors.ts";
import { isCodeOf, type Diagnosis, type DiagnosisSystem } from "./encounter-parts.contract.ts";

type System = DiagnosisSystem;

/** What is known of the diagnoses of an encounter. `diagnosis_code` is always the code of rank 1. */
export interface Diagnosed {
  readonly diagnosis_code: string | null;
  readonly diagnosis_system: System;
  readonly diagnoses: readonly Diagnosis[];
}

/** What a body says of them. */
export interface DiagnosisInput {
  readonly diagnosis_code?: string | null | undefined;
  readonly diagnosis_system?: System | undefined;
  readonly diagnoses?: readonly Diagnosis[] | undefined;
}

/** No diagnosis yet. */
export const undiagnosed: Diagnosed = {
  diagnosis_code: null,
  diagnosis_system: "icd10",
  diagnoses: [],
};

function refuseForm(path: string, code: string, system: System): void {
  if (isCodeOf(system, code)) return;
  throw fieldError({ path, code: "validation_error", message: `is not a code of ${system}` });
}

function primaryOf(diagnoses: readonly Diagnosis[]): Diagnosis | null {
  const primary = diagnoses.filter((diagnosis) => diagnosis.rank === 1);
  if (diagnoses.length === 0) return null;
  const [first] = primary;
  if (first !== undefined && primary.length === 1) return first;
  throw fieldError({
    path: "diagnoses",
    code: "validation_error",
    message: "exactly one must have rank 1",
  });
}

function fromList(diagnoses: readonly Diagnosis[], system: System): Diagnosed {
  diagnoses.forEach((diagnosis, index) => {
    refuseForm(`diagnoses.${index}.code`, diagnosis.code, diagnosis.system);
  });
  const primary = primaryOf(diagnoses);
  return {
    diagnosis_code: primary?.code ?? null,
    diagnosis_system: primary?.system ?? system,
    diagnoses,
  };
}

function fromCode(current: Diagnosed, code: string | null, system: System): Diagnosed {
  const others = current.diagnoses.filter((diagnosis) => diagnosis.rank !== 1);
  if (code === null) {
    if (others.length === 0) return { ...undiagnosed, diagnosis_system: system };
    throw fieldError({
      path: "diagnosis_code",
      code: "validation_error",
      message: "others depend on it; name the new primary one in diagnoses",
    });
  }
  refuseForm("diagnosis_code", code, system);
  const known = current.diagnoses.find((diagnosis) => diagnosis.code === code);
  const primary: Diagnosis = { code, system, use: known?.use ?? "provisional", rank: 1 };
  const rest = others.filter((diagnosis) => diagnosis.code !== code);
  return { diagnosis_code: code, diagnosis_system: system, diagnoses: [primary, ...rest] };
}

function refuseDisagreement(list: Diagnosed, code: string | null): void {
  if (list.diagnosis_code === code) return;
  throw fieldError({
    path: "diagnosis_code",
    code: "conflicting_fields",
    message: "differs from the diagnosis of rank 1",
  });
}

/**
 * The diagnoses after a body's say. Code and list are two views of one value: what a body repeats unchanged gives way
 * to what it changes. @throws AppError conflicting_fields, validation_error
 */
export function diagnosedBy(current: Diagnosed, input: DiagnosisInput): Diagnosed {
  const { diagnoses, diagnosis_code: code } = input;
  const system = input.diagnosis_system ?? current.diagnosis_system;
  const isNewList =
    diagnoses !== undefined && canonicalJson(diagnoses) !== canonicalJson(current.diagnoses);
  const isNewCode =
    code !== undefined && (code !== current.diagnosis_code || system !== current.diagnosis_system);
  if (isNewList) {
    const list = fromList(diagnoses, system);
    if (isNewCode) refuseDisagreement(list, code);
    return list;
  }
  if (isNewCode) return fromCode(current, code, system);
  if (system === current.diagnosis_system) return current;
  return fromCode(current, current.diagnosis_code, system);
}
