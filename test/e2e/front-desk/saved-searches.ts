// The filters of the patients' list under a name: each person's own, found again at another screen, renamed and deleted.
import type { Response } from "playwright-core";
import { expect, test } from "vitest";
import { barriersInBothThemes } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { world } from "#e2e/desk/world.ts";

let desk: Screen;

/** What the menu offers, once it is open. */
async function offered(screen: Screen): Promise<readonly string[]> {
  await screen.at("savedSearches").click();
  await screen.page.getByRole("menu").waitFor();
  const items = await screen.page.getByTestId("saved-search").allTextContents();
  await screen.page.keyboard.press("Escape");
  return items;
}

/** To the patients' list, once it knows the searches of whoever sits there. */
async function openList(screen: Screen, path: string): Promise<void> {
  const isOfSearches = (answer: Response) => answer.url().includes("/v1/saved-searches");
  const read = screen.page.waitForResponse(isOfSearches);
  await screen.goTo(path);
  await (await read).finished();
}

async function pick(screen: Screen, testName: string): Promise<void> {
  await screen.at("savedSearches").click();
  await screen.page.getByTestId(testName).click();
}

test("saves the present filters under a name, by the keyboard alone", async () => {
  await world.closeOthers();
  desk = await world.openDesk(world.product.credentials.branch_staff);
  const { page } = desk;
  await desk.goTo("/patients");
  await desk.at("savedSearches").click();
  // Nothing is narrowed: there is nothing to save.
  expect(await page.getByTestId("save-search").getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  await choose(desk.at("listGender"), "female");
  await page.waitForURL("**/patients?gender=female");
  await desk.at("savedSearches").focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("save-search").waitFor();
  await page.keyboard.press("Enter");
  await desk.at("searchName").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Give a name of at most 60 letters").waitFor();
  await page.keyboard.type("Women");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Women").waitFor();
});

test("finds it again at another screen and after a reload, and nothing of it in the browser", async () => {
  const other = await world.openDesk(world.product.credentials.branch_staff);
  await other.goTo("/patients");
  await expect.poll(() => offered(other)).toEqual(["Women"]);
  await pick(other, "saved-search");
  await other.page.waitForURL("**/patients?gender=female");
  await other.page.goBack();
  await other.page.waitForURL("**/patients");
  const kept = await other.page.evaluate(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
  );
  expect(String(kept)).not.toContain("Women");
  await other.close();
});

test("is nobody else's", async () => {
  const doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await openList(doctor, "/patients?gender=female");
  expect(await offered(doctor)).toEqual([]);
  await doctor.close();
});

test("refuses a name that another search has, and keeps what was typed", async () => {
  const { page } = desk;
  await desk.goTo("/patients?sort=name");
  await pick(desk, "save-search");
  await desk.at("searchName").fill("women");
  await desk.at("confirmSearchName").click();
  await page.getByText("Another of your searches has this name").waitFor();
  expect(await desk.at("searchName").inputValue()).toBe("women");
  await desk.at("searchName").fill("By name");
  await desk.at("confirmSearchName").click();
  await page.getByText("Saved: By name").waitFor();
  expect(await offered(desk)).toEqual(["By name", "Women"]);
});

const bothLanguages = ["en", "hi"] as const;

test.each(bothLanguages)(
  "puts no barrier before saved searches, in %s, light and dark",
  async (language) => {
    const { page } = desk;
    await desk.goTo("/patients?gender=female");
    await desk.at("userMenu").waitFor();
    await desk.speak(language);
    await desk.at("savedSearches").click();
    await page.getByTestId("rename-search").waitFor();
    const menu = await barriersInBothThemes(page);
    await page.getByTestId("rename-search").click();
    await desk.at("searchName").waitFor();
    const dialog = await barriersInBothThemes(page);
    const left = (await desk.words()).filter((text) => englishSentences.has(text));
    await page.keyboard.press("Escape");
    expect([...menu.violations, ...dialog.violations]).toEqual([]);
    expect(language === "hi" ? left : []).toEqual([]);
    await desk.speak("en");
  },
);

test("is renamed, and deleted for good", async () => {
  const { page } = desk;
  await desk.goTo("/patients?gender=female");
  await pick(desk, "rename-search");
  await desk.at("searchName").fill("All women");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: All women").waitFor();
  await expect.poll(() => offered(desk)).toEqual(["All women", "By name"]);
  await pick(desk, "remove-search");
  await page.getByText("Deleted: All women").waitFor();
  await expect.poll(() => offered(desk)).toEqual(["By name"]);
});
