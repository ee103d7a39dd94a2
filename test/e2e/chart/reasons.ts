// The record of somebody who is known to many: opened by those who do not treat them with a reason alone.
import { expect, test } from "vitest";
import * as z from "zod";
import { barriersOn } from "#e2e/barriers.ts";
import { callerAt } from "#e2e/clinical-calls.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { idShape, world } from "#e2e/desk/world.ts";

const vip = {
  name: "Vidyut Vishwanath",
  gender: "male",
  dob: "1951-08-30",
  phone: "9822099177",
  is_vip: true,
};
const branchesShape = z.array(z.string()).nullable();

let patient = { id: "", uhid: "" };
let desk: Screen;

async function openChart(screen: Screen): Promise<void> {
  await screen.search("vidyut vish");
  await screen.at("searchResult").filter({ hasText: vip.name }).first().click();
}

const phone = (screen: Screen) => screen.page.locator(".banner-facts").getByText("98220 99177");

test("is found by everybody, and asks who opens it why, in words that stand in the audit", async () => {
  const { credentials } = world.product;
  // Registered and treated at another branch of the tenant.
  const staff = await world.hub.list("/v1/staff?limit=100");
  const branches = staff.flatMap(({ branches: own }) => branchesShape.parse(own) ?? []);
  const other = branches.find((id) => id !== credentials.branch_id) ?? "";
  const elsewhere = await callerAt("hub", credentials, other);
  patient = idShape.parse((await elsewhere.post("/v1/patients", vip)).body);
  await expect
    .poll(() => world.branch.list("/v1/patients/search?q=vidyut"), { timeout: 20_000 })
    .toHaveLength(1);
  desk = await world.openDesk(credentials.branch_staff);
  await openChart(desk);
  await desk.at("accessReason").waitFor();
  expect(await desk.at("accessReason").textContent()).toContain(vip.name);
  expect(await phone(desk).count()).toBe(0);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.at("accessReasonOpen").click();
  await desk.page.getByText("Choose why you open it.").waitFor();
  await choose(desk.at("accessReasonKind"), "other");
  await desk.at("accessReasonOpen").click();
  await desk.page.getByText("Say why in five letters or more.").waitFor();
  await desk.at("accessReasonNote").fill("उनका ड्राइवर बाहर है");
  await desk.at("accessReasonOpen").click();
  await phone(desk).waitFor();
  await desk.at("accessReason").waitFor({ state: "detached" });
});

test("asks nobody twice within the hour, also after a reload, and asks the next person anew", async () => {
  await desk.page.reload();
  await phone(desk).waitFor();
  await desk.page.getByTestId("chart-documents").click();
  await desk.page.waitForURL("**/documents");
  expect(await desk.at("accessReason").count()).toBe(0);

  const doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await openChart(doctor);
  await doctor.at("accessReason").waitFor();
  await doctor.page.keyboard.press("Escape");
  await doctor.page.getByText("This record is opened with a reason.").first().waitFor();
  expect(await phone(doctor).count()).toBe(0);
  await doctor.close();
});

test("opens to a clinician in an emergency, whom somebody else asks about it afterwards", async () => {
  const doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await openChart(doctor);
  await doctor.at("breakGlassChoice").click();
  await doctor.at("breakGlassReason").fill("heart");
  await doctor.at("breakGlassOpen").click();
  await doctor.page.getByText("Say why in ten letters or more.").waitFor();
  expect(await barriersOn(doctor.page)).toMatchObject({ violations: [] });
  expect(await phone(doctor).count()).toBe(0);
  await choose(doctor.at("breakGlassCause"), "life_at_risk");
  await doctor.at("breakGlassReason").fill("बेहोश मिले, साथ में कोई नहीं");
  await doctor.page.keyboard.press("Enter");
  await phone(doctor).waitFor();

  const manager = await world.openDesk(world.product.credentials.branch_manager);
  await manager.page.getByTestId("nav-attention").click();
  const opened = manager.at("emergencyAccess").filter({ hasText: vip.name });
  await opened.getByText("बेहोश मिले, साथ में कोई नहीं").waitFor();
  expect(await opened.textContent()).toContain("Life is at risk");
  expect(await barriersOn(manager.page)).toMatchObject({ violations: [] });
  await opened.getByTestId("review-done").click();
  await opened.getByText("Note what you have found.").waitFor();
  await opened.getByTestId("review-note").fill("Spoke with the doctor, it was right");
  await manager.page.keyboard.press("Enter");
  await opened.waitFor({ state: "detached" });
  await manager.close();

  // What others hold of somebody who has not agreed to it is asked for from the chart.
  await doctor.at("chartMenu").click();
  await doctor.at("openBreakGlass").click();
  await doctor.at("breakGlass").waitFor();
  expect(await barriersOn(doctor.page)).toMatchObject({ violations: [] });
  await choose(doctor.at("breakGlassCause"), "other");
  await doctor.at("breakGlassReason").fill("Her own doctor is at the other branch");
  await doctor.at("breakGlassOpen").click();
  await doctor.page.getByText(/^Open until \d\d:\d\d\./u).waitFor();
  await doctor.close();
});

test("asks nobody of those to whom the person has come", async () => {
  const walkIn = { patient_id: patient.id, source: "walk_in" };
  const { provider_id } = world.product.credentials;
  const made = await world.branch.post("/v1/appointments", { ...walkIn, provider_id });
  expect(made).toMatchObject({ status: 201 });
  const doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await openChart(doctor);
  await phone(doctor).waitFor();
  expect(await doctor.at("accessReason").count()).toBe(0);
  await doctor.close();
  await desk.close();
});
