import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

describe("the session", () => {
  test("opens with the printed address alone, and the browser keeps neither the key nor the secret", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    await page.goto(`${explorer.address}${VISIT}`);
    await page.getByText("open the address that Ratebook printed when it was started").waitFor();
    await expect.poll(() => page.getByLabel("Key").count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    // A secret of another start is worth nothing.
    await page.goto(`${explorer.address}${VISIT}#demo=of-another-start`);
    await page.waitForFunction(() => location.hash === "");
    await expect.poll(() => page.getByLabel("Key").count()).toBe(1);
    expect(await page.context().cookies()).toEqual([]);

    await page.goto(explorer.at(VISIT));
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${explorer.address}${VISIT}`);
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([
      { name: `ratebook_session_${new URL(explorer.address).port}`, httpOnly: true, sameSite: "Strict", path: "/" },
    ]);
    expect(cookies[0]?.value).not.toContain(explorer.key);
    await page.locator(".price").waitFor();
    const kept = () => page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie] as const);
    // The tab keeps the rates that were looked up, and nothing else.
    await expect.poll(kept).toEqual([{}, { "ratebook-recent-lookups": expect.any(String) }, ""]);
    expect(JSON.stringify(await kept())).not.toContain(explorer.key);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("ends for good with signing out, in other tabs too, and what was looked up is forgotten", async () => {
    const { page, mistakes, close } = await explorer.open(VISIT);
    await page.locator(".price").waitFor();
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
    const copies = await page.context().cookies();
    const other = await page.context().newPage();
    await other.goto(`${explorer.address}/reprice`);
    await other.getByRole("button", { name: "Sign out" }).waitFor();
    // A session that could not be ended is still there, and the page says so.
    await page.route("**/session", (route) =>
      route.request().method() === "DELETE" ? route.fulfill({ status: 503, body: "busy" }) : route.continue(),
    );
    await page.getByRole("button", { name: "Sign out" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "You are still signed in" });
    await notice.waitFor();
    await page.unroute("**/session");
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Key").waitFor();
    await other.getByText("You signed out in another tab").waitFor();
    await other.close();
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);

    // A copy of its cookie opens nothing.
    await expect.poll(() => page.context().cookies()).toEqual([]);
    await page.context().addCookies(copies);
    await page.reload();
    await page.getByLabel("Key").fill("rb_live_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("This key is unknown, expired or revoked").waitFor();
    await page.getByLabel("Key").fill(explorer.key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    // The browser logs the refusal itself.
    expect(mistakes.filter((mistake) => !mistake.includes("503"))).toEqual([]);
    await close();
  });

  test("that ended is opened once more, and the question that failed is asked again", async () => {
    const { page, close } = await explorer.open(VISIT);
    await page.locator(".price").waitFor();
    await page.context().clearCookies();
    const begun: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/session")) begun.push(request.method());
    });
    await page.getByLabel("Date of service").fill("2026-09-01");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => location.search.includes("2026-09-01"));
    await page.locator(".answer-now.appears[aria-busy=false]:not(.outdated) .price").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    expect(begun).toEqual(["GET", "POST"]);
    await close();
  });
});

describe("an answer", () => {
  test("from another release than the one in the bar has the page ask for the release again", async () => {
    const { page, close } = await explorer.open("/reprice");
    const bar = page.locator(".data-state");
    await bar.getByText("Ratebook sample").waitFor();
    await page.route("**/release", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), version: "2099.1" } });
    });
    await page.route("**/api/v1/**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "ratebook-release": "2099.1 0123456789ab" } });
    });
    await page.getByRole("link", { name: "Look up" }).click();
    await bar.getByText("2099.1").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });

  test("that the page does not expect takes nothing else with it; a name is text, however it is written", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    await page.route("**/rate/explain?**", (route) => route.fulfill({ json: {} }));
    await page.goto(explorer.at(VISIT));
    const notice = page.locator(".notice").filter({ hasText: "The price cannot be shown" });
    await notice.waitFor();
    await page.unrouteAll();
    const markup = `<img src=x onerror=alert(1)>\u202e${"W".repeat(10_000)}`;
    await page.route("**/api/v1/**", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll("Golden Poppy Medical Center", markup);
      await route.fulfill({ response, body });
    });
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.locator(".sentence bdi").getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await page.locator("img[src=x]").count()).toBe(0);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth <= innerWidth]))
        .toEqual([width, true]);
    }
    expect(mistakes).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });
});
