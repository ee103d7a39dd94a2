// What is written into a visit: offered again, finished, added to, taken back.
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { until } from "#support/until.ts";
import { focusOf } from "#e2e/barriers.ts";
import { choose } from "#e2e/desk.ts";
import { expectNoBarrier, forms, keptLine, valueOf } from "#e2e/drafts/world.ts";

/** The visit of these tests, among those of the demo. */
function visits() {
  return forms.product.branchRows(
    "SELECT notes, visit_status AS status FROM encounters WHERE notes LIKE 'Throat red%'",
  );
}

test("offers what was being written into a visit when it is opened again, and ends it when it is saved", async () => {
  const doctor = await forms.openDesk("branch_doctor");
  const walkIn = {
    patient_id: forms.product.demo.patient_id,
    provider_id: forms.product.demo.provider_id,
    source: "walk_in",
  };
  const token = await forms.product.call("branch", "POST", "/v1/appointments", walkIn);
  expect(token).toMatchObject({ status: 201 });
  await doctor.at("queueEntry").first().getByTestId("open-encounter").click();
  await doctor.at("notes").fill("Throat red,");
  await keptLine(doctor).waitFor();
  await doctor.page.getByRole("button", { name: "Back to patient" }).click();
  await doctor.at("patient").waitFor();
  await doctor.toToday();
  await doctor.at("queueEntry").first().getByTestId("open-encounter").click();
  await doctor.at("draftOffer").waitFor();
  await expectNoBarrier(doctor);
  expect((await focusOf(doctor.page)).testName).toBe("continue-draft");
  await doctor.page.keyboard.press("Enter");
  await doctor.at("notes").waitFor();
  expect(await valueOf(doctor, "notes")).toBe("Throat red,");
  await doctor.at("notes").fill("Throat red, chest clear.");
  await doctor.at("saveEncounter").click();
  await doctor.page.getByText("Saved", { exact: true }).waitFor();
  await until("the draft has ended", 10_000, () =>
    forms.draftsWith("Throat red").every(({ status }) => status === "submitted"),
  );
  expect(visits()).toMatchObject([{ notes: "Throat red, chest clear." }]);
});

test("shows a token that was given after the queue was read and before the live connection stood", async () => {
  const doctor = await forms.openScreen();
  const connects = Promise.withResolvers<() => void>();
  await doctor.page.routeWebSocket(/\/ws/u, (socket) => {
    connects.resolve(() => void socket.connectToServer());
    return new Promise(() => {});
  });
  await doctor.goTo("/today");
  await doctor.signIn(forms.product.demo.branch_doctor);
  await doctor.showPart("consulting");
  await doctor.at("queueEntry").first().waitFor();
  await doctor.showPart("waiting");
  const connect = await connects.promise;
  const { body } = await forms.product.call("branch", "POST", "/v1/appointments", {
    patient_id: forms.product.demo.patient_id,
    provider_id: forms.product.demo.provider_id,
    source: "walk_in",
  });
  connect();
  await doctor
    .at("queueEntry")
    .filter({ hasText: String(body["token_code"]) })
    .waitFor();
  const taken = `/v1/appointments/${String(body["id"])}`;
  expect((await forms.product.call("branch", "DELETE", taken)).status).toBe(200);
  await doctor.close();
});

/** The appointments that were booked as the follow-up of a visit. */
function followUps(): readonly string[] {
  return forms.product
    .branchRows("SELECT metadata FROM appointments")
    .map((row) => String(row["metadata"]))
    .filter((metadata) => metadata.includes("follow_up_of"));
}

test("finishes a visit whose follow-up cannot be booked, says so, and books it once when asked again", async () => {
  const doctor = await forms.openDesk("branch_doctor");
  await doctor.showPart("consulting");
  await doctor.at("queueEntry").first().getByTestId("open-encounter").click();
  await doctor.at("diagnosisSearch").fill("bukhar");
  await doctor.page.keyboard.press("Enter");
  await doctor.at("chosenDiagnosis").filter({ hasText: "R50.9" }).waitFor();
  await doctor.page.getByTestId("follow-up-in-7").click();
  await doctor.at("bookFollowUp").waitFor();
  await choose(doctor.at("disposition"), "home");
  await expectNoBarrier(doctor);
  await keptLine(doctor).waitFor();
  await doctor.page.reload();
  await doctor.at("continueDraft").click();
  expect(await doctor.at("chosenDiagnosis").allTextContents()).toHaveLength(1);
  await doctor.at("bookFollowUp").waitFor();
  await doctor.page.route("**/v1/appointments", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await doctor.at("completeEncounter").click();
  await doctor.at("followUpState").filter({ hasText: "is not booked" }).waitFor();
  expect(followUps()).toEqual([]);
  expect(visits()).toMatchObject([{ status: "completed" }]);
  await expectNoBarrier(doctor);
  await doctor.page.unroute("**/v1/appointments");
  await doctor.at("bookFollowUpNow").click();
  await doctor.at("followUpState").filter({ hasText: "Follow-up booked" }).waitFor();
  expect(followUps()).toHaveLength(1);

  await doctor.at("addendumText").fill("Rash since the evening.");
  await keptLine(doctor).waitFor();
  // The visit is there before the branch has said what was begun.
  await doctor.page.route("**/v1/drafts?*", async (route) => {
    await doctor.at("visitHistory").waitFor();
    await delay(1_000);
    await route.continue();
  });
  await doctor.page.reload();
  await doctor.at("continueDraft").click();
  expect(await valueOf(doctor, "addendumText")).toBe("Rash since the evening.");
  await doctor.page.unrouteAll({ behavior: "ignoreErrors" });
  await doctor.at("addAddendum").click();
  await doctor.at("addendum").filter({ hasText: "Rash since the evening." }).waitFor();
  expect(await doctor.at("addendum").textContent()).toMatch(/\d\d:\d\d · \S/u);
  await expectNoBarrier(doctor);
  await doctor.close();
});

test("takes back a visit that has only arrived, with who did it and why in its history; a clerk opens none", async () => {
  const doctor = await forms.openDesk("branch_doctor");
  const walkIn = { patient_id: forms.product.demo.patient_id, source: "walk_in" };
  const provider_id = forms.product.demo.provider_id;
  await forms.product.call("branch", "POST", "/v1/appointments", { ...walkIn, provider_id });
  await doctor.at("queueEntry").first().getByTestId("open-encounter").click();
  await doctor.at("takeVisitBack").click();
  await doctor.at("confirmTakeBack").click();
  await doctor.page.getByText("Say why in a few words").waitFor();
  await expectNoBarrier(doctor);
  await doctor.at("takeBackReason").fill("Opened for the wrong patient");
  await doctor.page.keyboard.press("Enter");
  const history = doctor.at("visitHistory");
  await history.getByText("Cancelled: Opened for the wrong patient").waitFor();
  await expect.poll(() => history.textContent()).toMatch(/wrong patient.*\d\d:\d\d · \S/u);
  await expectNoBarrier(doctor);
  await doctor.close();

  const clerk = await forms.openDesk("branch_staff");
  const [patient] = forms.product.branchRows("SELECT uhid FROM patients WHERE id = ?", [
    forms.product.demo.patient_id,
  ]);
  const uhid = String(patient?.["uhid"]);
  await clerk.openPatient(uhid, uhid);
  await clerk.at("book").waitFor();
  expect(await clerk.at("openEncounter").count()).toBe(0);
  await clerk.close();
});
