// A registration that is begun: kept, found again after whatever happened, discarded.
import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { until } from "#support/until.ts";
import { focusOf, tabTo } from "#e2e/barriers.ts";
import { expectNoBarrier, formOf, forms, keptLine, patience, valueOf } from "#e2e/drafts/world.ts";

/** A picture that compresses badly: its draft holds it all the same. */
function photograph(): Buffer {
  const canvas = createCanvas(900, 700);
  const drawing = canvas.getContext("2d");
  for (let point = 0; point < 12_000; point += 1) {
    drawing.fillStyle = `hsl(${(point * 137) % 360} 80% ${(point * 61) % 100}%)`;
    drawing.fillRect((point * 7_919) % 900, (point * 104_729) % 700, 9, 9);
  }
  return canvas.toBuffer("image/png");
}

test("offers half a registration again after the tab has died, and its draft ends when it is saved, by keyboard alone", async () => {
  await forms.desk.page.keyboard.press("F2");
  await forms.desk.at("fieldName").waitFor();
  await forms.desk.page.keyboard.type("Gargi Half");
  await keptLine(forms.desk).waitFor();
  forms.desk = await forms.crashAndReturn(forms.desk);

  await formOf(forms.desk, "You were registering Gargi Half").waitFor();
  await expectNoBarrier(forms.desk);
  await tabTo(forms.desk.page, "continue-draft");
  await forms.desk.page.keyboard.press("Enter");
  await forms.desk.at("fieldName").waitFor();
  expect(await valueOf(forms.desk, "fieldName")).toBe("Gargi Half");
  expect((await focusOf(forms.desk.page)).testName).toBe("field-phone");
  await forms.desk.page.keyboard.type("9011224477");
  await tabTo(forms.desk.page, "field-dob");
  await forms.desk.page.keyboard.type("12/04/1988");
  await tabTo(forms.desk.page, "gender-female");
  await forms.desk.page.keyboard.press("Space");
  await tabTo(forms.desk.page, "save-patient");
  await forms.desk.page.keyboard.press("Enter");
  await forms.desk.at("patientName").filter({ hasText: "Gargi Half" }).waitFor();

  await until("the draft has ended", 10_000, () =>
    forms.draftsWith("Gargi Half").every(({ status }) => status === "submitted"),
  );
  expect(forms.draftsWith("Gargi Half")).toHaveLength(1);
  await forms.desk.page.reload();
  await forms.desk.at("search").waitFor();
  expect(await forms.desk.at("unfinishedForm").count()).toBe(0);
});

test("registers once where the tab died before it heard that the patient was saved, and its person saved again", async () => {
  const { page } = forms.desk;
  await page.keyboard.press("F2");
  await forms.desk.at("fieldName").fill("Apala Twice");
  await forms.desk.at("fieldPhone").fill("9011224455");
  await forms.desk.at("fieldDob").fill("12/04/1988");
  await page.getByTestId("gender-female").click();
  await keptLine(forms.desk).waitFor();
  const heard = new Promise<number>((resolve) => {
    void page.route("**/v1/patients", async (route) => {
      const answer = await route.fetch();
      await route.abort();
      resolve(answer.status());
    });
  });
  await forms.desk.at("savePatient").click();
  expect(await heard).toBe(201);
  forms.desk = await forms.crashAndReturn(forms.desk);
  await formOf(forms.desk, "Apala Twice").getByTestId("continue-draft").click();
  await forms.desk.at("savePatient").click();
  await forms.desk.at("patientName").filter({ hasText: "Apala Twice" }).waitFor();
  const patients = forms.product.branchRows("SELECT id FROM patients WHERE name = ?", [
    "Apala Twice",
  ]);
  expect(patients).toHaveLength(1);
});

test("keeps the photo of a registration that is begun, and gives it to who is registered", async () => {
  await forms.desk.page.keyboard.press("F2");
  await forms.desk.at("fieldName").fill("Lopa Pictured");
  await forms.desk.at("fieldPhone").fill("9011224433");
  await forms.desk.at("fieldDob").fill("12/04/1988");
  await forms.desk.page.getByTestId("gender-female").click();
  const file = { name: "face.png", mimeType: "image/png", buffer: photograph() };
  await forms.desk.at("photoFile").setInputFiles(file);
  const shown = () => forms.desk.page.locator(".registration-photo img");
  const address = await shown().getAttribute("src");
  await until("the photo is in the draft", 10_000, () =>
    forms.draftsWith("Lopa Pictured").some(({ state }) => state.includes(String(address))),
  );
  forms.desk = await forms.crashAndReturn(forms.desk);
  await formOf(forms.desk, "Lopa Pictured").getByTestId("continue-draft").click();
  expect(await shown().getAttribute("src")).toBe(address);
  await forms.desk.at("savePatient").click();
  await forms.desk.at("chartBanner").locator("img").waitFor();
  const kept = forms.product.branchRows(
    "SELECT size_bytes AS size FROM blobs JOIN patients ON photo_document_id = blobs.id WHERE name = 'Lopa Pictured'",
  );
  expect(kept).toHaveLength(1);
  expect(Number(kept[0]?.["size"])).toBeGreaterThan(1_000);
});

test("keeps and saves a registration over a line as slow as that of a telephone in a village", async () => {
  const { page } = forms.desk;
  const line = await page.context().newCDPSession(page);
  // 3G as browsers' tools have it: bytes a second, and milliseconds for each way.
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
  await page.keyboard.press("F2");
  await forms.desk.at("fieldName").fill("Vishvavara Slow");
  await forms.desk.at("fieldPhone").fill("9011224466");
  await page.reload();
  await formOf(forms.desk, "Vishvavara Slow").getByTestId("continue-draft").click();
  expect(await valueOf(forms.desk, "fieldPhone")).toBe("9011224466");
  await forms.desk.at("fieldDob").fill("12/04/1988");
  await page.getByTestId("gender-female").click();
  // Pressed twice, as by somebody who has waited: it is one patient all the same.
  await forms.desk.at("savePatient").dblclick();
  await forms.desk.at("patientName").filter({ hasText: "Vishvavara Slow" }).waitFor();
  await line.detach();
  const registered = forms.product.branchRows(
    "SELECT id FROM patients WHERE name = 'Vishvavara Slow'",
  );
  expect(registered).toHaveLength(1);
});

test("loses nothing that was typed while the branch was killed, and says meanwhile that it is not saved", async () => {
  const { keyboard } = forms.desk.page;
  await keyboard.press("F2");
  await forms.desk.at("fieldName").waitFor();
  await keyboard.type("Maitreyi Interrupted");
  await keptLine(forms.desk).waitFor();
  await forms.product.killBranch("SIGKILL");
  await keyboard.press("Tab");
  // As in registering at the front desk, no end of it is the number of a product.
  await keyboard.type("9011224489");
  const line = forms.desk
    .at("draftLine")
    .filter({ hasText: "Not saved yet: the branch does not answer" });
  await line.waitFor(patience);
  expect(await line.getAttribute("role")).toBe("alert");
  await expectNoBarrier(forms.desk);
  await forms.product.restartBranch();
  await keptLine(forms.desk).waitFor(patience);

  forms.desk = await forms.crashAndReturn(forms.desk);
  await formOf(forms.desk, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  expect(await valueOf(forms.desk, "fieldName")).toBe("Maitreyi Interrupted");
  expect(await valueOf(forms.desk, "fieldPhone")).toBe("9011224489");
  expect(forms.draftsWith("Maitreyi Interrupted")).toHaveLength(1);
});

test("saves what was typed a moment before a reload", async () => {
  await forms.desk.at("fieldAbha").fill("91-1111-2222-3333");
  await forms.desk.page.reload();
  await formOf(forms.desk, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  expect(await valueOf(forms.desk, "fieldAbha")).toBe("91-1111-2222-3333");
});

test("offers the form at another desk to the same person, and to nobody else", async () => {
  await forms.desk.at("leaveForm").click();
  await formOf(forms.desk, "Maitreyi Interrupted").waitFor();
  const doctor = await forms.openDesk("branch_doctor");
  const other = await forms.openDesk("branch_staff");
  await formOf(other, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  expect(await valueOf(other, "fieldPhone")).toBe("9011224489");
  expect(await doctor.page.content()).not.toContain("Maitreyi");
  expect(await doctor.at("draftsButton").count()).toBe(0);
  await doctor.close();

  await formOf(forms.desk, "Maitreyi Interrupted").getByTestId("continue-draft").click();
  await other.at("fieldName").fill("Maitreyi at the other desk");
  await keptLine(other).waitFor();
  await until("the branch has the other desk's state", 10_000, () =>
    forms.draftsWith("at the other desk").some(({ status }) => status === "open"),
  );
  await forms.desk.at("fieldPhone").fill("9011224499");
  await forms.desk.at("draftTakeOther").waitFor();
  await expectNoBarrier(forms.desk);
  await forms.desk.at("draftTakeOther").click();
  await until("the form shows the other desk's state", 10_000, async () => {
    return (await valueOf(forms.desk, "fieldName")) === "Maitreyi at the other desk";
  });
  expect(await valueOf(forms.desk, "fieldPhone")).toBe("9011224489");
  await other.close();
});

test("asks before the window goes with something that the branch does not have", async () => {
  await keptLine(forms.desk).waitFor();
  await forms.product.killBranch("SIGKILL");
  await forms.desk.at("fieldName").fill("Maitreyi Only Here");
  await forms.desk.at("draftLine").filter({ hasText: "does not answer" }).waitFor(patience);
  const asked = new Promise<string>((resolve) => {
    forms.desk.page.once("dialog", (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  // A reload that the person calls off never ends by itself.
  const reloading = forms.desk.page.reload({ timeout: 5_000 }).catch(() => null);
  expect(await asked).toBe("beforeunload");
  await forms.desk.signOut();
  await forms.desk.at("unsavedQuestion").waitFor();
  await expectNoBarrier(forms.desk);
  await forms.desk.at("stayHere").click();
  expect(await valueOf(forms.desk, "fieldName")).toBe("Maitreyi Only Here");
  await forms.product.restartBranch();
  await keptLine(forms.desk).waitFor(patience);
  await reloading;
  await forms.desk.signOut();
  await forms.desk.at("username").waitFor();
  await forms.desk.signIn(forms.product.demo.branch_staff);
  await formOf(forms.desk, "Maitreyi Only Here").waitFor();
});

test("discards a form by keyboard after asking once more, at the branch and at the hub", async () => {
  await forms.desk.openPatient("Gargi", "");
  await forms.desk.at("draftsButton").focus();
  await forms.desk.page.keyboard.press("Enter");
  await forms.desk.at("draftsPanel").waitFor();
  await expectNoBarrier(forms.desk);
  await tabTo(forms.desk.page, "discard-draft");
  await forms.desk.page.keyboard.press("Enter");
  await forms.desk.at("discardDraft").filter({ hasText: "Discard for good?" }).waitFor();
  await forms.desk.page.keyboard.press("Enter");
  await formOf(forms.desk, "Maitreyi").waitFor({ state: "detached" });
  await forms.desk.page.keyboard.press("Escape");
  await forms.desk.at("draftsPanel").waitFor({ state: "detached" });
  await forms.product.caughtUp();
  const [row] = await forms.product.hubRows(
    "SELECT draft_status AS status FROM drafts WHERE form_state::text LIKE '%Maitreyi Only Here%'",
  );
  expect(row).toEqual({ status: "discarded" });
});
