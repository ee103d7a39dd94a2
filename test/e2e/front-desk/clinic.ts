// What the clinic consists of, as its manager sets it up: departments, rooms, queues, languages.
import { expect, test } from "vitest";
import { barriersInBothThemes, barriersOn, tabTo } from "#e2e/barriers.ts";
import { choose, type Screen } from "#e2e/desk.ts";
import { englishSentences } from "#e2e/english-sentences.ts";
import { world } from "#e2e/desk/world.ts";

let manager: Screen;
let board: Screen;

function row(name: string) {
  return manager.at("partRow").filter({ hasText: name });
}

function field(name: string) {
  return manager.page.getByTestId(`part-${name}`);
}

test("is in the manager's navigation, and not in the clerk's", async () => {
  await world.closeOthers();
  manager = await world.openDesk(world.product.credentials.branch_manager);
  for (const way of ["navDepartments", "navRooms", "navQueues", "navLanguages"] as const) {
    await manager.at(way).waitFor();
    expect(await world.desk.at(way).count()).toBe(0);
  }
});

test("shows the departments of the demo and adds one by the keyboard alone", async () => {
  const { page } = manager;
  await manager.at("navDepartments").click();
  await row("General medicine").getByText("सामान्य चिकित्सा").waitFor();
  await manager.at("addPart").focus();
  await page.keyboard.press("Enter");
  await field("name").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Give a name of at most 80 letters").waitFor();
  await page.keyboard.type("Skin care");
  expect(await field("code").inputValue()).toBe("skin-care");
  await page.keyboard.press("Tab");
  await page.keyboard.type("त्वचा रोग");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Skin care").waitFor();
  await row("Skin care").getByText("त्वचा रोग").waitFor();
});

test("says that a code is taken, beside the field, and keeps what was typed", async () => {
  await manager.at("addPart").click();
  await field("name").fill("Skin  care");
  await manager.at("savePart").click();
  await manager.page.getByText("In use already").waitFor();
  expect(await field("name").inputValue()).toBe("Skin  care");
  await manager.page.keyboard.press("Escape");
});

test("switches a department off and on again", async () => {
  await row("Skin care").getByTestId("switch-part").click();
  await row("Skin care").getByText("Switched off").waitFor();
  const { body } = await world.branch.get("/v1/departments?status=inactive");
  expect(JSON.stringify(body)).toContain("skin-care");
  await row("Skin care").getByTestId("switch-part").click();
  await row("Skin care").getByText("In use").waitFor();
});

test("gives a room a name that boards and desks say at once", async () => {
  await manager.at("navRooms").click();
  await row("Room 1").first().getByTestId("edit-part").click();
  await field("name").fill("Green door");
  await field("name_hi").fill("हरा दरवाज़ा");
  await manager.page.keyboard.press("Enter");
  await manager.page.getByText("Saved: Green door").waitFor();
  const state = await fetch(`${world.product.credentials.branch}/display/all/state`);
  expect(await state.json()).toMatchObject({
    languages: ["en", "hi"],
    now_serving: expect.arrayContaining([
      expect.objectContaining({
        room: "Room 1",
        room_names: { en: "Green door", hi: "हरा दरवाज़ा", ur: "کمرہ 1" },
      }),
    ]),
  });
  await world.desk.at("queueEntry").filter({ hasText: "Green door" }).first().waitFor();
  board = await world.openScreen();
  await board.goTo("/display/all");
  const serving = board.at("boardServing");
  await serving.getByText("Green door", { exact: true }).first().waitFor();
  await serving.getByText("हरा दरवाज़ा", { exact: true }).first().waitFor();
});

test("adds a queue for a department, and its tokens begin with its letters", async () => {
  const { page } = manager;
  await manager.at("navQueues").click();
  await manager.at("addPart").click();
  await field("name").fill("Dressing room");
  expect(await field("prefix").getAttribute("aria-describedby")).not.toBeNull();
  // The way to save is in sight on a clinic's usual screen, however long the form is.
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1366, height: 625 });
  const save = await manager.at("savePart").boundingBox();
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(625);
  if (before !== null) await page.setViewportSize(before);
  await field("prefix").fill("toolong");
  await manager.at("savePart").click();
  await page.getByText("Use one to three capital letters").waitFor();
  await field("prefix").fill("dr");
  await choose(field("department"), "skin-care");
  await manager.at("savePart").click();
  await page.getByText("Saved: Dressing room").waitFor();
  await row("Dressing room").getByText("Skin care").waitFor();
  const made = await world.branch.post("/v1/patients", {
    name: "Dilip Dressing",
    gender: "male",
    dob: "1970-01-01",
  });
  const walkIn = {
    patient_id: made.body["id"],
    provider_id: world.product.credentials.provider_id,
    source: "walk_in",
    queue_code: "dressing-room",
  };
  const token = await world.branch.post("/v1/appointments", walkIn);
  expect(token.body).toMatchObject({ token_code: "DR-001" });
});

test("moves somebody who waits to another queue and doctor, with its next token", async () => {
  const { desk } = world;
  const name = "Dilip Dressing";
  await desk.page.reload();
  await desk.entryOf(name).getByText("DR-001").waitFor();
  await desk.entryOf(name).getByTestId("appointment-menu").click();
  await desk.page.getByTestId("appointment-requeue").click();
  await desk.at("confirmRequeue").click();
  await desk.page.getByText("Say to which queue").waitFor();
  await choose(desk.at("requeueQueue"), "orthopaedics");
  const surgeons = await world.branch.list("/v1/staff?role=doctor&department=orthopaedics");
  await choose(desk.at("requeueDoctor"), String(surgeons[0]?.["id"]));
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.at("confirmRequeue").click();
  await desk.page.getByText(`${name} now has ORT-001`).waitFor();
  await desk.entryOf(name).getByText("ORT-001").waitFor();
  await desk.entryOf(name).getByText(String(surgeons[0]?.["name"])).waitFor();
});

test("finds somebody in the search box by the token, also by the one before", async () => {
  const { desk } = world;
  const found = desk.at("searchToday");
  for (const token of ["ort 1", "DR-001"]) {
    await desk.search(token);
    await found.filter({ hasText: "ORT-001 · Dilip Dressing · Waiting" }).waitFor();
  }
  await desk.page.keyboard.press("Enter");
  await desk.at("openChart").waitFor();
  await desk.page.getByText("Dilip Dressing").first().waitFor();
  expect(await desk.at("search").inputValue()).toBe("");
});

test("finds with the patient what is theirs today, and for a doctor the visit", async () => {
  const doctor = await world.openDesk(world.product.credentials.branch_doctor);
  await doctor.search("Hema Homecoming");
  await doctor.at("searchToday").filter({ hasText: "· Hema Homecoming ·" }).waitFor();
  await doctor.at("searchToday").filter({ hasText: "Visit · Hema Homecoming" }).click();
  await doctor.page.waitForURL("**/visits/enc_*");
  expect(await doctor.at("search").inputValue()).toBe("");
  await doctor.close();
});

test("sets which languages the screens speak, and which first", async () => {
  await manager.at("navLanguages").click();
  await manager.page.getByTestId("first-language-hi").click();
  await manager.page.getByTestId("also-language-en").click();
  await manager.at("saveLanguages").click();
  await manager.page.getByText("Languages saved").waitFor();
  const state = await fetch(`${world.product.credentials.branch}/display/all/state`);
  expect(await state.json()).toMatchObject({ languages: ["hi"] });
  await board.page.getByText("Now serving").waitFor({ state: "detached" });
  await board.page.getByText("अभी बुलाए गए").waitFor();
  expect(await board.page.getByText("Green door").count()).toBe(0);
  await board.close();
  await manager.page.reload();
  await manager.page.getByTestId("also-language-en").click();
  await manager.at("saveLanguages").click();
  await manager.page.getByText("Languages saved").waitFor();
  // It goes by itself, and nobody reads it in the next language.
  await manager.page.getByText("Languages saved").waitFor({ state: "detached" });
});

test.each(["en", "hi"] as const)(
  "puts no barrier before the clinic's pages, in %s, light and dark",
  async (language) => {
    const { page } = manager;
    await manager.speak(language);
    const found: unknown[] = [];
    const words: string[] = [];
    const look = async () => {
      found.push(...(await barriersInBothThemes(page)).violations);
      words.push(...(await manager.words()));
    };
    for (const way of ["navDepartments", "navRooms", "navQueues", "navLanguages"] as const) {
      await manager.at(way).click();
      const isList = way !== "navLanguages";
      if (isList) await manager.at("partRow").first().waitFor();
      else await manager.at("saveLanguages").waitFor();
      await look();
      if (!isList) continue;
      await manager.at("addPart").click();
      await manager.at("savePart").waitFor();
      await look();
      await page.keyboard.press("Escape");
      await manager.at("savePart").waitFor({ state: "detached" });
    }
    expect(found).toEqual([]);
    // The names that the clinic itself has given in English stand in its list in every language.
    const named = (await world.branch.list("/v1/departments")).map((each) => each["name"]);
    const left = words.filter((text) => englishSentences.has(text) && !named.includes(text));
    expect(language === "hi" ? left : []).toEqual([]);
    await manager.speak("en");
  },
);

test("lets the Tab key reach the list's buttons", async () => {
  await manager.at("navDepartments").click();
  await manager.at("partRow").first().waitFor();
  await manager.at("search").focus();
  await tabTo(manager.page, "add-part");
  await tabTo(manager.page, "part-row");
  expect(await barriersOn(manager.page)).toMatchObject({ violations: [] });
});
