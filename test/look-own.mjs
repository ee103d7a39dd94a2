import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
const c = JSON.parse(readFileSync("/tmp/v8/credentials.json"));
const base = "http://127.0.0.1:9881";
const [, , who, size, ...paths] = process.argv;
const [w, h] = size.split("x").map(Number);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: w, height: h } });
page.on("pageerror", (e) => console.log("ERR", e.message));
await page.goto(base + "/desk");
await page.getByTestId("username").fill(c[who].username);
await page.getByTestId("password").fill(c[who].password);
await page.keyboard.press("Enter");
await page.locator(".shell-nav").waitFor();
await page.waitForTimeout(1500);
console.log("home", page.url());
console.log(
  (await page.locator(".shell-nav a").allInnerTexts())
    .map((t) => t.replace(/\n/g, " "))
    .join(" | "),
);
for (const p of paths) {
  const [name, url, ...acts] = p.split("=>");
  if (url)
    await page.evaluate((u) => {
      history.pushState(null, "", u);
      dispatchEvent(new PopStateEvent("popstate"));
    }, url);
  await page.waitForTimeout(1500);
  for (const a of acts) {
    const [k, v, t] = a.split("::");
    try {
      if (k === "click") await page.getByTestId(v).first().click({ timeout: 4000 });
      if (k === "text") await page.getByText(v).first().click({ timeout: 4000 });
      if (k === "fill") await page.getByTestId(v).first().fill(t);
      if (k === "lang") {
        await page.getByTestId("user-menu").click();
        await page.getByTestId("language-" + v).click();
      }
      if (k === "scroll")
        await page.locator(".shell-main").evaluate((e, y) => e.scrollBy(0, Number(y)), v);
    } catch (e) {
      console.log(name, a, e.message.slice(0, 150));
    }
    await page.waitForTimeout(700);
  }
  await page.screenshot({ path: `/tmp/ui6-pics/${name}.png` });
  console.log(name, page.url());
}
await browser.close();
