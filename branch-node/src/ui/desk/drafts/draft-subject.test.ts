import { describe, expect, test } from "vitest";
import { subjectOf } from "./draft-subject.ts";

describe("what a form is about, and so where it is continued", () => {
  const about = (kind: string, entityId: string | null, state = {}) =>
    subjectOf({ kind, entity_id: entityId, form_state: state });

  test("is a part of the patient's chart for medicines and for tests", () => {
    const chart = { kind: "chart", patientId: "pat_1" };
    expect(about("prescription.create", "pat_1")).toEqual({
      ...chart,
      form: "medicines",
      tab: "medicines",
    });
    expect(about("lab-order.create", "pat_1")).toEqual({
      ...chart,
      form: "results",
      tab: "results",
    });
    expect(about("certificate.create", "pat_1")).toEqual({
      ...chart,
      form: "letters",
      tab: "letters",
    });
    expect(about("radiology-study.create", "pat_1")).toEqual({
      ...chart,
      form: "study",
      tab: "results",
    });
  });

  test("is radiology where a study is ordered there, of somebody who may not be chosen yet", () => {
    const of = { patient_id: "pat_1" };
    const study = { kind: "study", patientId: "pat_1" };
    expect(about("radiology-study.create", null, of)).toEqual(study);
    expect(about("radiology-study.create", null)).toEqual({ ...study, patientId: null });
  });

  test("is the emergency where somebody is triaged there, whether their visit is known or not", () => {
    const of = { patient_id: "pat_1" };
    const triage = { kind: "triage", patientId: "pat_1" };
    expect(about("triage.create", null, of)).toEqual(triage);
    expect(about("triage.create", "enc_1", of)).toEqual(triage);
    expect(about("triage.create", null)).toEqual({ ...triage, patientId: null });
  });

  test("is a claim, or a request to a payer, of somebody who may not be chosen yet", () => {
    const of = { patient_id: "pat_1" };
    expect(about("claim.create", null, of)).toEqual({ kind: "claim", patientId: "pat_1" });
    expect(about("preauth.create", null)).toEqual({ kind: "preauth", patientId: null });
  });

  test("is the stay on the ward, or a new stay of somebody who may not be chosen yet", () => {
    const of = { patient_id: "pat_1" };
    expect(about("admission.create", null, of)).toEqual({ kind: "admission", patientId: "pat_1" });
    expect(about("admission.create", null)).toEqual({ kind: "admission", patientId: null });
    const stay = { stayId: "adm_1", patientId: "pat_1" };
    expect(about("admission.move", "adm_1", of)).toEqual({ kind: "move", ...stay });
    expect(about("admission.discharge", "adm_1", of)).toEqual({ kind: "discharge", ...stay });
  });

  test("is the laboratory order for one result and for several", () => {
    const of = { order_id: "lab_1", patient_id: "pat_1" };
    const order = { kind: "labResults", orderId: "lab_1", patientId: "pat_1" };
    expect(about("lab-result.enter", "tst_1", of)).toEqual(order);
    expect(about("lab-result.enter-all", "lab_1", of)).toEqual(order);
  });

  test("is the order or the study whose critical value or report was told or written", () => {
    const of = { order_id: "lab_1", patient_id: "pat_1" };
    const order = { kind: "labCritical", orderId: "lab_1", patientId: "pat_1" };
    expect(about("lab-result.acknowledge", "tst_1", of)).toEqual(order);
    const study = { studyId: "rad_1", patientId: "pat_1" };
    expect(about("radiology-study.acknowledge", "rad_1", of)).toEqual({
      kind: "finding",
      ...study,
    });
    const report = { kind: "studyReport", ...study };
    expect(about("radiology-study.report", "rad_1", of)).toEqual(report);
    expect(about("radiology-study.report", null, of)).toEqual({ kind: "unknown" });
  });

  test("is the emergency that was being judged again", () => {
    const of = { patient_id: "pat_1" };
    const triage = { kind: "retriage", triageId: "tri_1", patientId: "pat_1" };
    expect(about("triage.again", "tri_1", of)).toEqual(triage);
    expect(about("triage.again", "tri_1")).toEqual({ kind: "unknown" });
  });

  test("is nothing that the desk can open where the form does not say it, or comes from elsewhere", () => {
    expect(about("lab-result.enter", "tst_1")).toEqual({ kind: "unknown" });
    expect(about("admission.move", "adm_1")).toEqual({ kind: "unknown" });
    expect(about("some.thing", "pat_1", { patient_id: "pat_1" })).toEqual({ kind: "unknown" });
  });
});
