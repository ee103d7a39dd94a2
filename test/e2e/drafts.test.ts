import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser } from "#support/browser.ts";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { barriersOn, focusOf, tabTo } from "./barriers.ts";
import { choose, pictureAll, Screen, type Handle } from "./desk.ts";
import { englishSentences } from "./english-sentences.ts";

const { browser, fault } = await openBrowser();
const mustRun = process.env["CI"] !== undefined && process.env["CI"] !== "";
/** How long a branch may take to come back, with its pages and a browser on two cores that others want too. */
const patience = { timeout: 30_000 };

let product: Product;
let desk: Screen;
const screens: Screen[] = [];

async function openDesk(who: "branch_staff" | "branch_doctor" | "branch_manager"): Promise<Screen> {
  if (browser === null) throw new Error(fault);
  const screen = await Screen.open(browser, product.branchUrl);
  screens.push(screen);
  // The queue of today, at which a doctor's day does not begin.
  await screen.goTo("/today");
  await screen.signIn(product.demo[who]);
  return screen;
}

/** The tab dies; its person opens the desk again. */
async function crashAndReturn(screen: Screen): Promise<Screen> {
  const next = await screen.crash();
  screens.push(next);
  await next.goTo("/desk");
  await next.signIn(product.demo.branch_staff);
  return next;
}

function keptLine(screen: Screen) {
  return screen.at("draftLine").filter({ hasText: "Saved as a draft" });
}

function formOf(screen: Screen, text: string) {
  return screen.at("unfinishedForm").filter({ hasText: text });
}

async function valueOf(screen: Screen, handle: Handle): Promise<string> {
  return screen.at(handle).inputValue();
}

interface DraftRow {
  readonly id: string;
  readonly status: string;
  readonly state: string;
}

/** The branch's drafts whose form holds a text. */
function draftsWith(text: string): readonly DraftRow[] {
  return product
    .branchRows("SELECT id, draft_status AS status, form_state AS state FROM drafts")
    .map((row) => ({
      id: String(row["id"]),
      status: String(row["status"]),
      state: String(row["state"]),
    }))
    .filter(({ state }) => state.includes(text));
}

async function expectNoBarrier(screen: Screen): Promise<void> {
  const { passes, violations } = await barriersOn(screen.page);
  expect(passes).toBeGreaterThan(5);
  expect(violations).toEqual([]);
}

beforeAll(async () => {
  if (browser === null) {
    if (mustRun) throw new Error(fault);
    console.warn(`Unfinished forms in a browser are not tested: ${fault}`);
    return;
  }
  product = await startProduct({ withPages: true });
  desk = await openDesk("branch_staff");
});

beforeEach((context) => {
  if (fault !== null) context.skip(fault);
});

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  console.error(`The screens as they stood: ${await pictureAll(screens)}`);
});

afterAll(async () => {
  if (browser === null) return;
  await browser.close();
  await product?.stop();
});

test("offers half a registration again after the tab has died, and its draft ends when it is saved, by keyboard alone", async () => {
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").waitFor();
  await desk.page.keyboard.type("Gargi Half");
  await keptLine(desk).waitFor();
  desk = await crashAndReturn(desk);

  await formOf(desk, "You were registering Gargi Half").waitFor();
  await expectNoBarrier(desk);
  await tabTo(desk.page, "continue-draft");
  await desk.page.keyboard.press("Enter");
  await desk.at("fieldName").waitFor();
  expect(await valueOf(desk, "fieldName")).toBe("Gargi Half");
  expect((await focusOf(desk.page)).testName).toBe("field-phone");
  await desk.page.keyboard.type("9011224477");
  await tabTo(desk.page, "field-dob");
  await desk.page.keyboard.type("12/04/1988");
  await tabTo(desk.page, "gender-female");
  await desk.page.keyboard.press("Space");
  await tabTo(desk.page, "save-patient");
  await desk.page.keyboard.press("Enter");
  await desk.at("patientName").filter({ hasText: "Gargi Half" }).waitFor();

  await until("the draft has ended", 10_000, () =>
    draftsWith("Gargi Half").every(({ status }) => status === "submitted"),
  );
  expect(draftsWith("Gargi Half")).toHaveLength(1);
  await desk.page.reload();
  await desk.at("search").waitFor();
  expect(await desk.at("unfinishedForm").count()).toBe(0);
});

test("registers once where the tab died before it heard that the patient was saved, and its person saved again", async () => {
  const { page } = desk;
  await page.keyboard.press("F2");
  await desk.at("fieldName").fill("Apala Twice");
  await desk.at("fieldPhone").fill("9011224455");
  await desk.at("fieldDob").fill("12/04/1988");
  await page.getByTestId("gender-female").click();
  await keptLine(desk).waitFor();
  const heard = new Promise<number>((resolve) => {
    void page.route("**/v1/patients", async (route) => {
      const answer = await route.fetch();
      await route.abort();
      resolve(answer.status());
    });
  });
  await desk.at("savePatient").click();
  expect(await heard).toBe(201);
  desk = await crashAndReturn(desk);
  await formOf(desk, "Apala Twice").getByTestId("continue-draft").click();
  await desk.at("savePatient").click();
  await desk.at("patientName").filter({ hasText: "Apala Twice" }).waitFor();
  const patients = product.branchRows("SELECT id FROM patients WHERE name = ?", ["Apala Twice"]);
  expect(patients).toHaveLength(1);
});

test("loses nothing that was typed while the branch was killed, and says meanwhile that it is not saved", async () => {
  const { keyboard } = desk.page;
  await keyboard.press("F2");
  await desk.at("fieldName").waitFor();
  await keyboard.type("Maitreyi Interrupted");
  await keptLine(desk).waitFor();
  await product.killBranch("SIGKILL");
  await keyboard.press("Tab");
  await keyboard.type("9011224488");
  const line = desk
    .at("draftLine")
    .filter({ hasText: "Not saved yet: the branch does not answer" });
  await line.waitFor(patience);
  expect(await line.getAttribute("role")).toBe("alert");
  await expectNoBarrier(desk);
  await product.restartBranch();
  await keptLine(desk).waitFor(patience);

  desk = await crashAndReturn(desk);
  await formOf(desk, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  expect(await valueOf(desk, "fieldName")).toBe("Maitreyi Interrupted");
  expect(await valueOf(desk, "fieldPhone")).toBe("9011224488");
  expect(draftsWith("Maitreyi Interrupted")).toHaveLength(1);
});

test("saves what was typed a moment before a reload", async () => {
  await desk.at("fieldAbha").fill("91-1111-2222-3333");
  await desk.page.reload();
  await formOf(desk, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  expect(await valueOf(desk, "fieldAbha")).toBe("91-1111-2222-3333");
});

test("offers the form at another desk to the same person, and to nobody else", async () => {
  await desk.at("leaveForm").click();
  await formOf(desk, "Maitreyi Interrupted").waitFor();
  const doctor = await openDesk("branch_doctor");
  const other = await openDesk("branch_staff");
  await formOf(other, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  expect(await valueOf(other, "fieldPhone")).toBe("9011224488");
  expect(await doctor.page.content()).not.toContain("Maitreyi");
  expect(await doctor.at("draftsButton").count()).toBe(0);
  await doctor.close();

  await formOf(desk, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  await other.at("fieldName").fill("Maitreyi at the other desk");
  await keptLine(other).waitFor();
  await until("the branch has the other desk's state", 10_000, () =>
    draftsWith("at the other desk").some(({ status }) => status === "open"),
  );
  await desk.at("fieldPhone").fill("9011224499");
  await desk.at("draftTakeOther").waitFor();
  await expectNoBarrier(desk);
  await desk.at("draftTakeOther").click();
  await until("the form shows the other desk's state", 10_000, async () => {
    return (await valueOf(desk, "fieldName")) === "Maitreyi at the other desk";
  });
  expect(await valueOf(desk, "fieldPhone")).toBe("9011224488");
  await other.close();
});

test("asks before the window goes with something that the branch does not have", async () => {
  await keptLine(desk).waitFor();
  await product.killBranch("SIGKILL");
  await desk.at("fieldName").fill("Maitreyi Only Here");
  await desk.at("draftLine").filter({ hasText: "does not answer" }).waitFor(patience);
  const asked = new Promise<string>((resolve) => {
    desk.page.once("dialog", (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  // A reload that the person calls off never ends by itself.
  const reloading = desk.page.reload({ timeout: 5_000 }).catch(() => null);
  expect(await asked).toBe("beforeunload");
  await desk.signOut();
  await desk.at("unsavedQuestion").waitFor();
  await expectNoBarrier(desk);
  await desk.at("stayHere").click();
  expect(await valueOf(desk, "fieldName")).toBe("Maitreyi Only Here");
  await product.restartBranch();
  await keptLine(desk).waitFor(patience);
  await reloading;
  await desk.signOut();
  await desk.at("username").waitFor();
  await desk.signIn(product.demo.branch_staff);
  await formOf(desk, "Maitreyi Only Here").waitFor();
});

test("discards a form by keyboard after asking once more, at the branch and at the hub", async () => {
  await desk.openPatient("Gargi", "");
  await desk.at("draftsButton").focus();
  await desk.page.keyboard.press("Enter");
  await desk.at("draftsPanel").waitFor();
  await expectNoBarrier(desk);
  await tabTo(desk.page, "discard-draft");
  await desk.page.keyboard.press("Enter");
  await desk.at("discardDraft").filter({ hasText: "Discard for good?" }).waitFor();
  await desk.page.keyboard.press("Enter");
  await formOf(desk, "Maitreyi").waitFor({ state: "detached" });
  await desk.page.keyboard.press("Escape");
  await desk.at("draftsPanel").waitFor({ state: "detached" });
  await product.caughtUp();
  const [row] = await product.hubRows(
    "SELECT draft_status AS status FROM drafts WHERE form_state::text LIKE '%Maitreyi Only Here%'",
  );
  expect(row).toEqual({ status: "discarded" });
});

/** The visit of these tests, among those of the demo. */
function visits() {
  return product.branchRows(
    "SELECT notes, visit_status AS status FROM encounters WHERE notes LIKE 'Throat red%'",
  );
}

test("offers what was being written into a visit when it is opened again, and ends it when it is saved", async () => {
  const doctor = await openDesk("branch_doctor");
  const walkIn = {
    patient_id: product.demo.patient_id,
    provider_id: product.demo.provider_id,
    source: "walk_in",
  };
  const token = await product.call("branch", "POST", "/v1/appointments", walkIn);
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
    draftsWith("Throat red").every(({ status }) => status === "submitted"),
  );
  expect(visits()).toMatchObject([{ notes: "Throat red, chest clear." }]);
});

test("shows a token that was given after the queue was read and before the live connection stood", async () => {
  if (browser === null) throw new Error(fault);
  const doctor = await Screen.open(browser, product.branchUrl);
  const connects = Promise.withResolvers<() => void>();
  await doctor.page.routeWebSocket(/\/ws/u, (socket) => {
    connects.resolve(() => void socket.connectToServer());
    return new Promise(() => {});
  });
  await doctor.goTo("/today");
  await doctor.signIn(product.demo.branch_doctor);
  await doctor.showPart("consulting");
  await doctor.at("queueEntry").first().waitFor();
  await doctor.showPart("waiting");
  const connect = await connects.promise;
  const { body } = await product.call("branch", "POST", "/v1/appointments", {
    patient_id: product.demo.patient_id,
    provider_id: product.demo.provider_id,
    source: "walk_in",
  });
  connect();
  await doctor
    .at("queueEntry")
    .filter({ hasText: String(body["token_code"]) })
    .waitFor();
  const taken = `/v1/appointments/${String(body["id"])}`;
  expect((await product.call("branch", "DELETE", taken)).status).toBe(200);
  await doctor.close();
});

/** The appointments that were booked as the follow-up of a visit. */
function followUps(): readonly string[] {
  return product
    .branchRows("SELECT metadata FROM appointments")
    .map((row) => String(row["metadata"]))
    .filter((metadata) => metadata.includes("follow_up_of"));
}

test("finishes a visit whose follow-up cannot be booked, says so, and books it once when asked again", async () => {
  const doctor = await openDesk("branch_doctor");
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
  const doctor = await openDesk("branch_doctor");
  const walkIn = { patient_id: product.demo.patient_id, source: "walk_in" };
  const provider_id = product.demo.provider_id;
  await product.call("branch", "POST", "/v1/appointments", { ...walkIn, provider_id });
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

  const clerk = await openDesk("branch_staff");
  const [patient] = product.branchRows("SELECT uhid FROM patients WHERE id = ?", [
    product.demo.patient_id,
  ]);
  const uhid = String(patient?.["uhid"]);
  await clerk.openPatient(uhid, uhid);
  await clerk.at("book").waitFor();
  expect(await clerk.at("openEncounter").count()).toBe(0);
  await clerk.close();
});

test("says all of it in Hindi too", async () => {
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").fill("इंदिरा");
  await keptLine(desk).waitFor();
  await desk.speak("hi");
  const words = await desk.words();
  await desk.at("leaveForm").click();
  await desk.at("unfinishedForm").waitFor();
  await desk.at("draftsButton").click();
  await desk.at("draftsPanel").waitFor();
  const said = [...words, ...(await desk.words())];
  expect(said.join()).toContain("आप इंदिरा का पंजीकरण कर रहे थे");
  const untranslated = said.filter((text) => englishSentences.has(text));
  expect(untranslated.filter((text) => /\p{L}{5}/u.test(text))).toEqual([]);
  await expectNoBarrier(desk);
});

/** A change of a patient whom the hub has lost: it cannot be taken there. */
async function changeOfLostPatient(): Promise<void> {
  const body = { name: "Lopamudra Lost", gender: "female", dob: "1970-01-01", phone: "9822000001" };
  const made = await product.call("branch", "POST", "/v1/patients", body);
  const id = String(made.body["id"]);
  await product.caughtUp();
  await product.hubRows("DELETE FROM patients WHERE id = $1", [id]);
  const changed = { phone: "9822000002" };
  expect((await product.call("branch", "PUT", `/v1/patients/${id}`, changed)).status).toBe(200);
  await until("the branch knows that it was not taken", 20_000, async () => {
    return (await product.syncStatus())["held"] === 1;
  });
}

test("says in a clerk's words why the hub has not taken something, and an administrator resolves it by keyboard", async () => {
  await changeOfLostPatient();
  const clerk = await openDesk("branch_staff");
  await clerk.at("syncButton").first().click();
  await clerk.at("quarantinedOperation").filter({ hasText: "Lopamudra Lost" }).waitFor();
  const said = await clerk.at("quarantinedOperation").innerText();
  expect(said).toContain("A change of a patient");
  expect(said).toContain("Phone");
  expect(said).toContain("The record that it is about is not at the hub.");
  expect(said).toContain("if it does not, ask an administrator");
  expect(said).not.toMatch(/missing_record|held|patient\.update/u);
  expect(await clerk.at("discardQuarantined").count()).toBe(0);
  await expectNoBarrier(clerk);
  await clerk.close();

  const manager = await openDesk("branch_manager");
  const { keyboard } = manager.page;
  await manager.at("syncButton").first().focus();
  await keyboard.press("Enter");
  await manager.at("quarantineNote").waitFor();
  await tabTo(manager.page, "quarantine-note");
  await keyboard.type("Seen by the manager");
  await tabTo(manager.page, "retry-quarantined");
  await keyboard.press("Enter");
  await manager.page.getByText("The hub has tried it again and still cannot take it.").waitFor();
  product.outage(true);
  await tabTo(manager.page, "discard-quarantined");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  const away = manager.at("fault").filter({ hasText: "The hub cannot be reached" });
  await away.waitFor(patience);
  await expectNoBarrier(manager);
  product.outage(false);
  await until(
    "the hub is back",
    30_000,
    async () => (await product.syncStatus())["state"] === "online",
  );
  await manager.at("discardQuarantined").focus();
  await keyboard.press("Enter");
  await manager.at("discardQuarantined").filter({ hasText: "Discard for good?" }).waitFor();
  await keyboard.press("Enter");
  await manager.at("quarantinedOperation").waitFor({ state: "detached" });
  expect(await product.syncStatus()).toMatchObject({ held: 0, rejected: 0 });
  await manager.close();
});

test("has made no page complain on all that way", () => {
  expect(screens.flatMap(({ complaints }) => complaints)).toEqual([]);
});
