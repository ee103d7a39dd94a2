// A desk that nobody watches is locked, and what was typed at it waits.
import { expect, test } from "vitest";
import { barriersOn } from "#e2e/barriers.ts";
import type { Screen } from "#e2e/desk.ts";
import { world } from "#e2e/desk/world.ts";

const name = "Half Written";

async function unlockBy(screen: Screen, pin: string): Promise<void> {
  await screen.at("unlockPin").fill(pin);
  await screen.page.keyboard.press("Enter");
}

test("locks the desk at once, opens it by the PIN alone, and keeps what was being typed", async () => {
  // A desk at which nobody has done anything for some minutes is locked already.
  world.desk = await world.openDesk(world.product.credentials.branch_staff);
  await world.closeOthers();
  const { desk } = world;
  const { pin } = world.product.credentials.branch_staff;
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").fill(name);
  await desk.at("userMenu").click();
  await desk.at("lockNow").click();
  await desk.at("lockedDesk").waitFor();
  expect(await desk.at("fieldName").isVisible()).toBe(false);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  // No key of the desk reaches it meanwhile.
  await desk.page.keyboard.press("F9");
  await desk.page.keyboard.press("Control+k");
  await unlockBy(desk, "0000");
  await desk.page.getByText("This PIN is wrong.").waitFor();
  await unlockBy(desk, pin);
  await desk.at("fieldName").waitFor();
  expect(await desk.at("fieldName").inputValue()).toBe(name);
});

test("stays locked when the page is loaded again", async () => {
  const { desk } = world;
  await desk.at("userMenu").click();
  await desk.at("lockNow").click();
  await desk.at("lockedDesk").waitFor();
  await desk.page.reload();
  await desk.at("lockedDesk").waitFor();
  expect(await desk.at("search").isVisible()).toBe(false);
  await unlockBy(desk, world.product.credentials.branch_staff.pin);
  await desk.at("search").waitFor();
});

test("locks by itself when nobody has touched it, sooner where this screen is told so", async () => {
  const screen = await world.openScreen();
  await screen.page.clock.install();
  await screen.goTo("/desk");
  await screen.signIn(world.product.credentials.branch_staff);
  await screen.at("userMenu").click();
  await screen.page.getByTestId("lock-after-2").click();
  await screen.at("navAppointments").click();
  await screen.at("nextFree").first().click();
  const typed = screen.at("bookDialog").getByTestId("search");
  await typed.fill("Half");
  await screen.page.clock.fastForward("01:30");
  expect(await screen.at("lockedDesk").count()).toBe(0);
  await screen.page.clock.fastForward("00:45");
  await screen.at("lockedDesk").waitFor();
  // A window that stands open is locked as well: unseen, not reached, and there again with what was typed.
  expect(await screen.at("bookDialog").isVisible()).toBe(false);
  await screen.page.keyboard.press("Escape");
  await screen.at("lockedDesk").click({ position: { x: 5, y: 5 } });
  expect(await barriersOn(screen.page)).toMatchObject({ violations: [] });
  await unlockBy(screen, world.product.credentials.branch_staff.pin);
  await screen.at("bookDialog").waitFor();
  expect(await typed.inputValue()).toBe("Half");
  await screen.close();
});

test("lets the next person sign in, who does not see it, and gives it back to whoever wrote it", async () => {
  const { desk } = world;
  const { branch_staff: clerk, branch_manager: manager } = world.product.credentials;
  await desk.page.keyboard.press("F2");
  await desk.at("fieldName").fill(`${name} Too`);
  await desk.at("userMenu").click();
  await desk.at("switchUser").click();
  await desk.page.getByText("What was typed here is kept").waitFor();
  await desk.signIn(manager);
  // The page at which somebody else has left the desk is theirs.
  await desk.page.waitForURL("**/today");
  expect(await desk.page.getByText(`${name} Too`).count()).toBe(0);
  await desk.at("userMenu").click();
  await desk.at("switchUser").click();
  await desk.signIn(clerk);
  await desk
    .at("unfinishedForm")
    .filter({ hasText: `${name} Too` })
    .first()
    .waitFor();
});

test("sets one's own PIN by the password, says what is wrong with which field, and opens by the new one alone", async () => {
  const { desk } = world;
  const { password, pin } = world.product.credentials.branch_staff;
  const chosen = pin === "4829" ? "4837" : "4829";
  const save = async (own: string, next: string) => {
    await desk.at("ownPassword").fill(own);
    await desk.at("ownPin").fill(next);
    await desk.at("saveOwnPin").click();
  };
  await desk.at("userMenu").click();
  await desk.at("setOwnPin").click();
  await desk.at("ownPin").waitFor();
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await save(password, "1234");
  await desk.page.getByText("Choose 4 to 8 digits").waitFor();
  await save("not the password", chosen);
  await desk.page.getByText("This is not your password.").waitFor();
  await save(password, chosen);
  await desk.at("ownPin").waitFor({ state: "detached" });
  await desk.at("userMenu").click();
  await desk.page.locator(".toast").first().waitFor({ state: "attached" });
  await desk.at("lockNow").click();
  // What was said to whoever has locked it stands over nobody's desk.
  await desk.page.locator(".toast").first().waitFor({ state: "detached", timeout: 2_000 });
  await unlockBy(desk, pin);
  await desk.page.getByText("This PIN is wrong.").waitFor();
  await unlockBy(desk, chosen);
  await desk.at("search").waitFor();
});

test("brings the same person back to the very form after a password", async () => {
  const { desk } = world;
  await desk.page.keyboard.press("F2");
  await desk.at("fieldPhone").fill("90112");
  await desk.at("userMenu").click();
  await desk.at("lockNow").click();
  await desk.at("leaveToNext").click();
  const { username, password } = world.product.credentials.branch_staff;
  await desk.at("username").fill(username);
  await desk.at("password").fill(password);
  await desk.at("signInButton").click();
  await desk.at("fieldPhone").waitFor();
  expect(await desk.at("fieldPhone").inputValue()).toBe("90112");
  await desk.at("discardForm").click();
  await desk.at("discardForm").click();
  await desk.toToday();
});
