import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ComparisonAnswer } from "../../web/src/beside-others/rate-comparison.ts";
import type { HistoryAnswer } from "../../web/src/over-time/history-section.tsx";
import { moneyText } from "../../web/src/words/amount.ts";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

const DELIVERY = "state=ca&setting=inpatient&billing_code=560-1&npi=1000100010";

/** What the API says to the same question. */
async function api<Body>(path: string): Promise<Body> {
  const response = await fetch(`${explorer.address}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${explorer.key}` },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

/** A section, with the reader at it. */
async function section(page: Page, name: string): Promise<Locator> {
  const found = page.getByRole("region", { name, exact: true });
  await found.getByRole("heading", { level: 2 }).scrollIntoViewIfNeeded();
  return found;
}

/** The periods of the list; their figures are lists themselves. */
function periodItems(history: Locator): Locator {
  return history.locator(".period-list > li");
}

/** The prices of the list, from top to bottom. */
async function listedPrices(history: Locator): Promise<readonly string[]> {
  await history.locator(".period-price").first().waitFor();
  return history.locator(".period-price b").allTextContents();
}

describe("a price over time", () => {
  test("is every period that the API knows, with the figures that changed, and each can be looked up, in the list and in the chart", async () => {
    const { periods } = await api<HistoryAnswer>(
      "ca/inpatient/rate/history?billing_code=560-1&npi=1000100010&limit=20",
    );
    const { page, mistakes, close } = await explorer.open(`/?${DELIVERY}&admit_date=2026-10-01`);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const history = await section(page, "Over time");

    const prices = periods.map(({ results: [result] }) => result?.payment_rate ?? null);
    expect(prices.filter((price) => price !== null).length).toBeGreaterThan(2);
    await expect
      .poll(() => listedPrices(history))
      .toEqual(prices.map((price) => (price === null ? "No rate" : moneyText(price))));
    const inputs = periods[0]?.changes?.[0]?.inputs ?? [];
    const newest = periodItems(history).first();
    await newest.getByText("Where they come from").click();
    for (const { name, after } of inputs) {
      if (after === null || "default" in after.from) continue;
      await newest.getByText(`${after.from.table}, line ${after.from.line}, column ${after.from.column}`).waitFor();
      await expect.poll(() => newest.textContent()).toContain(name);
    }
    await expect
      .poll(() => history.locator("svg text").allTextContents())
      .toEqual(expect.arrayContaining(["Oct 1, 2026", "no rate", moneyText(prices[0] ?? "")]));

    await history.getByRole("button", { name: "Show as table" }).click();
    await history.getByRole("table").getByRole("link", { name: "Jul 1, 2025 to Jun 30, 2026" }).waitFor();
    await history.getByRole("button", { name: "Show as table" }).click();

    // The period that the arrow keys or the pointer are at is named, and shown on Enter or a click.
    const chart = history.getByRole("slider", { name: "Price by period" });
    await chart.focus();
    await page.keyboard.press("End");
    await expect.poll(() => chart.getAttribute("aria-valuetext")).toMatch(/^Since Jul 1, 2026: \$/);
    await page.keyboard.press("ArrowLeft");
    await history.locator(".chart-readout").getByText("Jul 1, 2025 to Jun 30, 2026: $").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/admit_date=2025-07-01/);
    await history.locator(".pointed").nth(2).click();
    await page.waitForURL(/admit_date=2024-07-01/);

    // Another day of the same lookup has the same history: it is not asked for again.
    const before = asked.filter((url) => url.includes("/rate/history")).length;
    await history.getByRole("link", { name: "Show Jul 1, 2025" }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("admit_date")).toBe("2025-07-01");
    await history.locator("svg text").getByText("Jul 1, 2025", { exact: true }).waitFor({ state: "attached" });
    await expect.poll(() => periodItems(history).nth(1).textContent()).toContain("the period of this rate");
    expect(asked.filter((url) => url.includes("/rate/history"))).toHaveLength(before);

    // One of several results is followed, which are told apart by their severity.
    await lead(page, "/?state=fl&setting=inpatient&billing_code=139&npi=1000800023");
    const several = await api<HistoryAnswer>("fl/inpatient/rate/history?billing_code=139&npi=1000800023");
    const followed = await section(page, "Over time");
    await followed.getByLabel("Which of the 4 results").selectOption("SOI 4");
    const ofFourth = several.periods.map(({ results }) => results[3]?.payment_rate ?? null);
    await expect
      .poll(() => listedPrices(followed))
      .toEqual(ofFourth.map((price) => (price === null ? "No rate" : moneyText(price))));
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("a price beside others", () => {
  test("is marked in the distribution of its kind, and the group is changed by keyboard alone", async () => {
    const query = "billing_code=560-1&admit_date=2026-10-01&provider_type=hospital";
    const { statistics, members } = await api<ComparisonAnswer>(`ca/inpatient/rate/compare?${query}`);
    const own = members.find(({ identifiers }) => identifiers.npi === "1000100010");
    const [standing, price] = [own?.standings[0], own?.results[0]?.payment_rate ?? ""];
    const { page, mistakes, close } = await explorer.open(`/?${DELIVERY}&admit_date=2026-10-01`);
    const compare = await section(page, "Compare with other providers");
    await compare.getByText(`${moneyText(price)} is rank ${standing?.rank} of ${standing?.of}`).waitFor();
    const drawn = () => expect.poll(() => compare.locator("svg text").allTextContents());
    const { minimum, lower_quartile, median, upper_quartile, maximum } = statistics[0] ?? {};
    for (const amount of [minimum, lower_quartile, median, upper_quartile, maximum]) {
      await drawn().toContain(moneyText(amount ?? ""));
    }
    await drawn().toContain(`this provider ${moneyText(price)}`);
    await expect.poll(() => compare.locator("svg .dot").count()).toBe((standing?.of ?? 0) - 1);
    // With the price over time above it, and where its figures come from.
    await periodItems(await section(page, "Over time"))
      .first()
      .getByText("Where they come from")
      .click();
    expect(await accessibilityFaults(page)).toEqual([]);

    await compare.getByRole("button", { name: "Take away Provider type: Hospital" }).focus();
    await page.keyboard.press("Enter");
    await compare.getByText("Add a condition: it says which providers are compared.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("narrow-by");
    await page.keyboard.type("City");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("no such city");
    await page.keyboard.press("Enter");
    await compare.getByText("No provider meets these conditions; take one away.").waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("costs nothing before the reader comes near it; its group is in the address, and as a table each can be looked up", async () => {
    const { page, mistakes, close } = await explorer.open("/catalogue.json", {
      viewport: { width: 1280, height: 200 },
    });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(explorer.at(`/?${DELIVERY}`));
    await page.getByRole("heading", { name: "Compare with other providers" }).waitFor({ state: "attached" });
    await page.locator(".price").waitFor({ state: "attached" });
    expect(asked.filter((path) => /\/rate\/(?:compare|history)$/.test(path))).toEqual([]);
    const compare = await section(page, "Compare with other providers");
    await compare.getByText(/ is rank /).waitFor();
    expect(asked.filter((path) => path.endsWith("/rate/compare"))).toHaveLength(1);
    await page.setViewportSize({ width: 1280, height: 900 });

    await compare.getByRole("button", { name: "Add" }).click();
    await page.waitForURL(/compare\.city=Los\+Angeles/);
    await compare.getByText("City: Los Angeles", { exact: true }).waitFor();
    // The reader goes on at the conditions, not at the answer.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".group-form") !== null)).toBe(true);
    await page.reload();
    await (await section(page, "Compare with other providers"))
      .getByText("City: Los Angeles", { exact: true })
      .waitFor();
    await page.goBack();
    await compare.getByText("City: Los Angeles", { exact: true }).waitFor({ state: "detached" });
    await expect.poll(() => page.url()).not.toContain("compare.");

    // As a table, each is named, ranked and can be looked up.
    await compare.getByRole("button", { name: "Show as table" }).click();
    const rows = compare.getByRole("table").getByRole("row");
    await rows.filter({ hasText: "(this provider)" }).getByText("Los Angeles").waitFor();
    await expect.poll(() => rows.nth(1).getByRole("cell").nth(4).textContent()).toBe("1");
    // With the table of the price over time above it.
    const history = await section(page, "Over time");
    await history.getByRole("button", { name: "Show as table" }).click();
    await history.getByRole("table").waitFor();
    expect(await faultsWithin(page, ".over-time", ".beside-others")).toEqual([]);
    await rows.nth(1).getByRole("link").click();
    const address = new URL(page.url()).searchParams;
    expect([address.get("billing_code"), address.get("npi")]).toEqual([
      "560-1",
      expect.not.stringMatching("1000100010"),
    ]);
    await compare.getByText(/ is rank 1 of /).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("both", () => {
  test("are readable in the dark, 390 px and 320 px wide, with text of at least 12 px", async () => {
    const { page, mistakes, close } = await explorer.open(
      "/?state=ga&setting=outpatient&billing_code=99284&npi=1200020018&billed_charges=1000",
      { viewport: { width: 390, height: 800 }, colorScheme: "dark" },
    );
    await periodItems(await section(page, "Over time"))
      .first()
      .waitFor();
    await (await section(page, "Compare with other providers")).locator("svg").waitFor();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth <= innerWidth]))
        .toEqual([width, true]);
      // The charts are drawn anew after the window has its width.
      await expect
        .poll(() =>
          page.evaluate(() =>
            Math.min(
              ...[...document.querySelectorAll<SVGTextElement>(".chart svg text")].map(
                (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
              ),
            ),
          ),
        )
        .toBeGreaterThanOrEqual(11.9);
    }
    expect(await faultsWithin(page, ".over-time", ".beside-others")).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });
});
