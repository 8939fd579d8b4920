import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SOON } from "../support/waiting.ts";
import { accessibilityFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

const busy = { status: 503, contentType: "text/html", body: "busy" };

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

describe("the page on the sample, on this machine", () => {
  test("opens without a key being typed and keeps none, and takes the secret out of the address that was printed", async () => {
    const visit = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140";
    const { page, mistakes, close } = await explorer.open(visit);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${explorer.address}${visit}`);
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

  test("without the secret asks for a key and says where the address with the secret is, which opens it in the same tab", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    await page.goto(`${explorer.address}/reprice`);
    await page.getByText("open the address that Ratebook printed when it was started").waitFor();
    await expect.poll(() => page.getByLabel("Key").count()).toBe(1);
    expect(await page.context().cookies()).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    // A secret of another start is worth nothing.
    await page.goto(`${explorer.address}/reprice#demo=of-another-start`);
    await page.waitForFunction(() => location.hash === "");
    await page.getByText("open the address that Ratebook printed when it was started").waitFor();
    await page.goto(explorer.at("/reprice"));
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${explorer.address}/reprice`);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("opens with the address that is pasted while the page still asks for its session", async () => {
    const { page, close } = await explorer.open("/livez");
    const { promise: isPasted, resolve: pasted } = Promise.withResolvers<void>();
    let asked = 0;
    await page.route("**/session", async (route) => {
      asked += 1;
      if (asked === 1) await isPasted;
      await route.continue();
    });
    const firstAsked = page.waitForRequest("**/session");
    await page.goto(`${explorer.address}/reprice`);
    await firstAsked;
    await page.goto(explorer.at("/reprice"));
    pasted();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await close();
  });

  test("ends the session for good with signing out, in other tabs too; then a wrong key is refused in words, and the right one goes on", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const copies = await page.context().cookies();
    const other = await page.context().newPage();
    await other.goto(`${explorer.address}/reprice`);
    await other.getByRole("button", { name: "Sign out" }).waitFor();
    // A session that could not be ended is still there, and the page says so and tries again.
    await page.route("**/session", (route) =>
      route.request().method() === "DELETE" ? route.fulfill(busy) : route.continue(),
    );
    await page.getByRole("button", { name: "Sign out" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "You are still signed in" });
    await notice.waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Sign out" }).count()).toBe(1);
    await expect.poll(() => other.getByRole("button", { name: "Sign out" }).count()).toBe(1);
    await page.unroute("**/session");
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Key").waitFor();
    await expect.poll(() => notice.count()).toBe(0);
    await other.getByText("You signed out in another tab").waitFor();
    await expect.poll(() => other.getByRole("button", { name: "Sign out" }).count()).toBe(0);
    await other.close();

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
    await expect.poll(() => page.url()).toBe(`${explorer.address}/reprice`);
    // The browser logs the refusal itself.
    expect(mistakes.filter((mistake) => !mistake.includes("503"))).toEqual([]);
    await close();
  });
});

test("providers that were chosen and rates that were looked up are forgotten with the session", async () => {
  const { page, mistakes, close } = await explorer.open("/?state=ca&setting=outpatient&billing_code=99213");
  const field = page.getByRole("combobox", { name: "Provider", exact: true });
  await field.fill("yerba");
  await page.getByRole("listbox", { name: "Providers found" }).getByRole("option").first().click();
  await page.locator(".price").waitFor();
  const kept = () => page.evaluate(() => sessionStorage.length);
  // The provider, and the rate that was looked up.
  await expect.poll(kept).toBe(2);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Key").waitFor();
  await expect.poll(() => kept()).toBe(0);
  expect(mistakes).toEqual([]);
  await close();
});

describe("a session", () => {
  const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";
  test("that ended is opened once for all questions that failed, and they are asked again", async () => {
    const { page, close } = await explorer.open(VISIT);
    await page.locator(".price").waitFor();
    // Two questions are of the day then: the price, and the prices of others.
    await page.getByRole("heading", { name: "Compare with other providers" }).scrollIntoViewIfNeeded();
    await page.getByText("32 providers compared").waitFor();
    await page.context().clearCookies();
    const begun: string[] = [];
    const refused: string[] = [];
    const answered: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/session")) begun.push(request.method());
    });
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith("/api/")) (response.ok() ? answered : refused).push(pathname);
    });
    // Only after both are refused: a refusal that comes when another session is open has the page look for it once more.
    const areRefused = Promise.withResolvers<void>();
    await page.route("**/session", async (route) => {
      await areRefused.promise;
      await route.continue();
    });
    await page.getByLabel("Date of service").fill("2026-09-01");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => location.search.includes("2026-09-01"));
    const questions = ["/api/v1/ca/outpatient/rate/compare", "/api/v1/ca/outpatient/rate/explain"];
    await vi.waitFor(() => expect(refused.toSorted()).toEqual(questions), SOON);
    areRefused.resolve();
    // The price leads to one more: what it would be with the alternatives that it names.
    const answers = [...questions, "/api/v1/ca/outpatient/rate/options"];
    await vi.waitFor(() => expect(answered.toSorted()).toEqual(answers), SOON);
    await page.waitForFunction(() => document.querySelector(".answer-now:not(.outdated) .price") !== null);
    await expect.poll(() => page.getByText("Give the key").count()).toBe(0);
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    expect(begun).toEqual(["GET", "POST"]);
    await close();
  });

  test("that the service cannot tell of is said with a way to try again, and no key is asked for", async () => {
    const { page, close } = await explorer.open("/reprice");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.route("**/session", (route) => route.fulfill(busy));
    await page.reload();
    const notice = page.getByRole("alert").filter({ hasText: "The answer cannot be read" });
    await notice.waitFor();
    await expect.poll(() => page.getByLabel("Key").count()).toBe(0);
    const held = Promise.withResolvers<void>();
    await page.unroute("**/session");
    await page.route("**/session", async (route) => {
      await held.promise;
      await route.continue();
    });
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Opening Ratebook ... It takes longer than usual").waitFor();
    held.resolve();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await close();
  });
});

describe("the release in the bar", () => {
  test("is asked for again when an answer comes from another", async () => {
    const { page, close } = await explorer.open("/reprice");
    const bar = page.locator(".data-state");
    await bar.getByText("Ratebook sample").waitFor();
    let looks = 0;
    await page.route("**/release", async (route) => {
      looks += 1;
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), version: "2099.1" } });
    });
    await page.route("**/api/v1/**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "ratebook-release": "2099.1 0123456789ab" } });
    });
    await page.getByRole("link", { name: "Look up" }).click();
    await bar.getByText("2099.1").waitFor();
    await page.locator(".price").waitFor();
    expect(looks).toBe(1);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });
});

describe("what comes from outside", () => {
  const VISIT = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000100010&date_of_service=2026-10-01";

  test("as an answer that the page does not expect takes no other part with it, and can be asked again", async () => {
    const { page, mistakes, close } = await explorer.open("/livez");
    await page.route("**/rate/explain?**", (route) => route.fulfill({ json: {} }));
    await page.goto(explorer.at(VISIT));
    const notice = page.locator(".notice").filter({ hasText: "The price cannot be shown" });
    await notice.waitFor();
    await page.getByRole("heading", { name: "Examples" }).waitFor();
    await page.unrouteAll();
    await notice.getByRole("button", { name: "Try again" }).click();
    await page.locator(".price").waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("as a name of 10,000 characters makes the page no wider, on a phone neither", async () => {
    const { page, close } = await explorer.open("/livez");
    const long = `\u202e${"W".repeat(10_000)}`;
    await page.route("**/api/v1/**", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll("Golden Poppy Medical Center", long);
      await route.fulfill({ response, body });
    });
    await page.goto(explorer.at(VISIT));
    await page.locator(".sentence bdi").waitFor();
    await page.waitForFunction(() => document.title.includes("WWW"));
    await expect.poll(async () => (await page.title()).length).toBeLessThan(150);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth <= innerWidth]))
        .toEqual([width, true]);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close();
  });
});
