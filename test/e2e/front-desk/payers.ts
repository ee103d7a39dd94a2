// What a payer pays in a patient's place, by hand at the desk: it is asked before, leaves the patient a share of the bill, is
// claimed of, asks, decides, and pays with tax held back.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, pressUntil, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { world } from "#e2e/desk/world.ts";
import { send } from "#support/product-http.ts";
import { until } from "#support/until.ts";
import { payerName } from "./line-cut.ts";

let biller: Screen;
let patientId = "";
let billId = "";
let claimId = "";
const name = "Revati Sathe";

/** A scan that is kept of a patient. */
async function keepScan(): Promise<void> {
  const { branch, clinical, tenant_id, branch_id } = world.product.credentials;
  const grant = { ...clinical, grant_type: "client_credentials" };
  const { body } = await send(`${branch}/auth/token`, "POST", grant, {});
  const form = new FormData();
  form.set("category", "patient");
  form.set("patient_id", patientId);
  form.set("title", "Scan of the file");
  form.set("file", new Blob(["%PDF-1.4\n%%EOF\n"], { type: "application/pdf" }), "file.pdf");
  const headers = {
    authorization: `Bearer ${String(body["access_token"])}`,
    "x-tenant-id": tenant_id,
    "x-branch-id": branch_id,
    "idempotency-key": randomUUID(),
  };
  const upload = { method: "POST", body: form, headers };
  const answer = await fetch(`${branch}/v1/documents/upload`, upload);
  expect(answer.status).toBe(201);
}

/** What keeps somebody out of what is open, in every language; and what of it is English in another one. */
async function barriersInEveryLanguage() {
  const found: unknown[] = [];
  const left: string[] = [];
  for (const language of ["hi", "ur", "en"] as const) {
    await biller.speak(language);
    found.push(...(await barriersInBothThemes(biller.page)).violations);
    const english = (text: string) => language !== "en" && englishSentences.has(text);
    left.push(...(await biller.words()).filter(english));
  }
  return { found, left };
}

async function claimNow() {
  return (await world.branch.get(`/v1/claims/${claimId}`)).body;
}

test("asks a payer before the treatment, by the keyboard alone, and notes what it authorises", async () => {
  await world.closeOthers();
  const { provider_id, branch_manager } = world.product.credentials;
  const person = { name, gender: "female", dob: "1968-03-14" };
  const { id, uhid } = (await world.branch.post("/v1/patients", person)).body;
  patientId = String(id);
  const visit = { patient_id: id, encounter_type: "OPD", doctor_id: provider_id };
  await world.branch.post("/v1/encounters", { ...visit, visit_status: "in_progress" });
  await keepScan();
  biller = await world.openDesk(branch_manager);
  const { page } = biller;
  await page.setViewportSize({ width: 1366, height: 768 });
  await biller.openPatient(name, String(uhid));
  await page.keyboard.press("F4");
  await biller.at("newPreauth").focus();
  await page.keyboard.press("Enter");
  const { keyboard } = page;
  const pick = async (field: "claimPayer" | "preauthDoctor", nth: number) => {
    await biller.at(field).focus();
    await keyboard.press("Enter");
    for (let step = 0; step < nth; step += 1) await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
  };
  await biller.at("claimPayer").waitFor();
  await biller.at("submitPreauth").focus();
  await keyboard.press("Enter");
  await page.getByText("Choose the payer").waitFor();
  await page.getByText("Say what it is expected to cost").waitFor();
  await pick("claimPayer", 1);
  await pick("preauthDoctor", 1);
  await biller.at("policyNumber").focus();
  await keyboard.type("POL/77");
  await keyboard.press("Tab");
  await keyboard.type("M-7");
  await biller.at("diagnosisSearch").focus();
  await keyboard.type("K35.8");
  await keyboard.press("Enter");
  await page.getByTestId("preauth-part-surgeon_minor").focus();
  await keyboard.type("9,000");
  await keyboard.press("Shift+Tab");
  await keyboard.type("1000");
  await biller.page.getByText("Draft kept at").waitFor();
  expect(await barriersInEveryLanguage()).toEqual({ found: [], left: [] });
  await biller.at("submitPreauth").focus();
  await keyboard.press("Enter");
  await biller.at("preauthPage").waitFor();
  await page.getByTestId("preauth-step-under_review").click();
  await biller.at("claimQuestion").fill("For how many days?");
  await biller.at("noteQuestion").click();
  await biller.at("claimAnswer").fill("Two");
  await biller.at("sendAnswer").click();
  await biller.at("approvePreauth").click();
  await biller.at("claimApproved").fill("9,900");
  await biller.at("confirmClaim").click();
  await page.getByText("Give the payer’s number of the authorisation").waitFor();
  await biller.at("preauthNumber").fill("AUTH-55");
  expect((await barriersInBothThemes(page)).violations).toEqual([]);
  await page.keyboard.press("Enter");
  await biller.at("authorisedUnder").getByText("AUTH-55").waitFor();
  const [request] = await world.branch.list(`/v1/preauth?patient_id=${patientId}`);
  expect(request).toMatchObject({
    status: "partially_approved",
    requested_minor: 1_000_000,
    approved_minor: 990_000,
    authorization_no: "AUTH-55",
    policy: { policy_no: "POL/77", member_id: "M-7" },
  });
});

test("bills a payer its share, and takes no more than the rest at the desk", async () => {
  const { page } = biller;
  await page.keyboard.press("F9");
  await biller.at("shiftCounter").fill("Till of claims");
  await biller.at("shiftFloat").fill("100");
  await page.keyboard.press("Enter");
  await biller.at("ownShift").waitFor();
  await biller.goTo(`/patients/${patientId}/bills`);
  await biller.at("newBill").click();
  await biller.at("billLine").first().getByTestId("line-price").fill("10000");
  await choose(biller.at("billPayer"), { label: payerName });
  await biller.at("payerSplit").getByText("₹10,000.00 by the payer").waitFor();
  await biller.at("payerShare").fill("10,001");
  await biller.at("issueBill").click();
  await page.getByText("An amount of at most the total").waitFor();
  await biller.at("payerShare").fill("9,900");
  await biller.at("payerSplit").getByText("₹100.00 by the patient").waitFor();
  expect(await barriersInEveryLanguage()).toEqual({ found: [], left: [] });
  await biller.at("issueBill").click();
  await page.waitForURL("**/billing/invoices/inv_*");
  billId = page.url().split("/").at(-1) ?? "";
  await biller.at("billedTo").getByText(payerName).waitFor();
  await biller.at("payForm").getByText("₹9,900.00 is the payer’s share").waitFor();
  expect(await biller.at("tenderAmount").inputValue()).toBe("100");
  await biller.at("confirmPayment").click();
  await until("the patient's share is paid", 5_000, async () => {
    return (await world.branch.get(`/v1/invoices/${billId}`)).body["paid_minor"] === 10_000;
  });
});

test("makes a claim of the bill, cashless under what was authorised; what is typed is kept, and there after a reload", async () => {
  const { page } = biller;
  await biller.at("claimOfBill").click();
  await biller.at("claimForm").waitFor();
  expect(await biller.at("policyNumber").inputValue()).toBe("POL/77");
  await choose(biller.at("claimKind"), { label: "Cashless, authorised under AUTH-55" });
  await biller.at("submitClaim").click();
  await page.getByText("Choose at least one diagnosis").waitFor();
  await biller.at("diagnosisSearch").fill("K35.8");
  await page.keyboard.press("Enter");
  await page.getByText("Draft kept at").waitFor();
  await page.reload();
  await biller.at("continueDraft").first().click();
  await biller.at("claimBill").waitFor();
  await pressUntil(biller.at("submitClaim"), page.getByText("Attach the missing papers first"));
  for (const paper of ["discharge_summary", "final_bill", "id_proof"])
    await choose(page.getByTestId(`paper-of-${paper}`), { label: "Scan of the file" });
  expect(await barriersInEveryLanguage()).toEqual({ found: [], left: [] });
  await biller.at("submitClaim").click();
  await page.waitForURL("**/claims/clm_*");
  claimId = page.url().split("/").at(-1) ?? "";
  expect(await claimNow()).toMatchObject({
    status: "submitted",
    claim_type: "cashless",
    claimed_minor: 990_000,
    invoice_ids: [billId],
    sla_due_at: expect.any(String),
  });
  const [request] = await world.branch.list(`/v1/preauth?patient_id=${patientId}`);
  expect(request).toMatchObject({ status: "utilised" });
  // Nothing of the patient is left to claim.
  await biller.goTo(`/claims/new?bill=${billId}`);
  await biller.at("nothingToClaim").waitFor();
});

test("asks why the payer refuses a claim, shows it at the claim, and goes on with an appeal", async () => {
  const { page } = biller;
  await biller.goTo(`/claims/${claimId}`);
  await page.getByTestId("claim-step-acknowledged").click();
  await page.getByTestId("claim-step-under_review").click();
  await page.getByTestId("claim-step-rejected").click();
  await biller.at("claimRejection").waitFor();
  await biller.at("confirmClaim").click();
  await page.locator(".field-fault").getByText("Say why the payer refuses it").waitFor();
  await page.locator(":focus").and(biller.at("claimRejection")).waitFor();
  expect(await claimNow()).toMatchObject({ status: "under_review" });
  await biller.at("claimRejection").fill("Not covered in the first year");
  expect((await barriersInBothThemes(page)).violations).toEqual([]);
  await biller.at("confirmClaim").click();
  await biller.at("rejectedFor").getByText("Not covered in the first year").waitFor();
  expect(await page.getByText("To be paid by").count()).toBe(0);
  const { status, status_history: history } = await claimNow();
  expect({ status, last: [history].flat().at(-1) }).toMatchObject({
    status: "rejected",
    last: { status: "rejected", reason: "Not covered in the first year" },
  });
  await page.getByTestId("claim-step-appealed").click();
  await page.getByTestId("claim-step-under_review").waitFor();
  expect(await biller.at("rejectedFor").count()).toBe(0);
});

test("answers the payer about a claim, and settles it with the tax held back", async () => {
  const { page } = biller;
  await biller.at("navClaims").click();
  await page.getByTestId("claim-part-payer").click();
  await biller.at("claimRow").filter({ hasText: name }).dblclick();
  await page.getByTestId("claim-step-under_review").click();
  await biller.at("claimQuestion").fill("Which theatre?");
  await biller.at("noteQuestion").click();
  await biller.at("claimAnswer").fill("The small one");
  expect(await barriersInEveryLanguage()).toEqual({ found: [], left: [] });
  await biller.at("sendAnswer").click();
  await biller.at("decideClaim").click();
  await biller.at("claimApproved").fill("9,000");
  await choose(biller.at("claimDeduction"), "not_payable");
  await biller.at("confirmClaim").click();
  await biller.at("settleClaim").click();
  await biller.at("claimPaid").fill("8100");
  await biller.at("claimTax").fill("900");
  await biller.at("confirmClaim").click();
  await page.locator(".field-fault").first().waitFor();
  await biller.at("claimUtr").fill("sbin0000123456789");
  expect((await barriersInBothThemes(page)).violations).toEqual([]);
  await page.keyboard.press("Enter");
  await biller.at("settleClaim").waitFor({ state: "detached" });
  expect(await claimNow()).toMatchObject({
    status: "settled",
    approved_minor: 900_000,
    deducted_minor: 90_000,
    settled_minor: 810_000,
    tds_minor: 90_000,
  });
  // What the payer does not pay is the patient's now.
  await biller.goTo(`/billing/invoices/${billId}`);
  await biller.at("openClaim").waitFor();
  await biller.at("payForm").waitFor();
  expect(await biller.at("tenderAmount").inputValue()).toBe("900");
  await biller.goTo("/revenue");
  const claims = biller.at("revenueClaims");
  await claims.getByText("₹8,100.00").waitFor();
  await claims.getByText("1 claim submitted; 1 decided, 0 of them refused (0%)").waitFor();
  expect(await barriersInEveryLanguage()).toEqual({ found: [], left: [] });
});
