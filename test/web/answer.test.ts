import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moneyText } from "../../web/src/words/amount.ts";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

const OUTLIER =
  "/?state=fl&setting=inpatient&billing_code=593-4&npi=1000800056&child_patient=true&total_charges=1912345.67";
const PHONE = { viewport: { width: 390, height: 844 } };

const folder = mkdtempSync(join(tmpdir(), "ratebook-answer-"));
let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(async () => {
  await explorer.end();
  rmSync(folder, { recursive: true });
});

/** The amount of the first result that the API has for an address of the page. */
async function apiPrice(address: string): Promise<string | null> {
  const { searchParams } = new URL(address, explorer.address);
  const [state, setting] = [searchParams.get("state"), searchParams.get("setting")];
  for (const name of ["state", "setting"]) searchParams.delete(name);
  const response = await fetch(`${explorer.address}/api/v1/${state}/${setting}/rate?${searchParams}`, {
    headers: { authorization: `Bearer ${explorer.key}` },
  });
  const [result] = (await response.json()) as { payment_rate: string | null }[];
  return result?.payment_rate ?? null;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name }).waitFor();
const isAsWideAsItsWindow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** A fee, a delivery, a stay with an outlier, a drug by the unit, and a share of charges. */
const PRICED = [
  "state=ca&setting=outpatient&billing_code=99214&npi=1000700140&date_of_service=2026-10-01",
  "state=ca&setting=inpatient&billing_code=560-1&npi=1000100010&admit_date=2026-10-01",
  OUTLIER.slice(2),
  "state=ny&setting=outpatient&billing_code=J1885&npi=1100020100&date_of_service=2026-10-01",
  "state=ga&setting=outpatient&billing_code=99284&npi=1200010142&date_of_service=2026-10-01&billed_charges=1000",
];

test("the price is the API's, in the head and in the receipt, and the address of a lookup shows it again", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${PRICED[0]}`);
  for (const query of PRICED) {
    await lead(page, `/?${query}`);
    const text = moneyText((await apiPrice(`/?${query}`)) ?? "missing");
    await expect.poll(() => page.locator(".answer-now:not(.outdated) h2.price").textContent()).toContain(text);
    await expect.poll(() => page.locator(".receipt > li").last().textContent()).toContain(text);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual(Object.fromEntries(new URLSearchParams(query)));
  }
  expect(mistakes).toEqual([]);
  await close();
});

describe("a price", () => {
  test("has the source of each figure by keyboard, and alternatives; the answer of before stays marked until the next is there", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice");
    // The sample has all data: the service's own answer, with a table that is not loaded.
    await page.route("**/explain?*", async (route) => {
      const response = await route.fetch();
      const empty_tables = [{ table: "ca/lab_rates", message: "ca/lab_rates has no row in the loaded data." }];
      await route.fulfill({ response, json: { ...(await response.json()), empty_tables } });
    });
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Look up" }).click();
    await page.getByText("Data in part.").waitFor();
    await heading(page, "$24.00");
    const chips = page.locator(".available").getByRole("button");
    await expect.poll(() => chips.allTextContents()).toContain("Targeted Rate Increase $82.00, made-up figure");
    const figure = page.getByRole("button", { name: "10.00", exact: true });
    await figure.press("Enter");
    const source = page.locator(".source-panel");
    await expect.poll(() => source.textContent()).toMatch(/ca\/conversion_factors, line \d+/);
    expect(await faultsWithin(page, ".answer-view")).toEqual([]);
    await source.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await source.waitFor({ state: "detached" });
    await expect.poll(() => figure.evaluate((each) => each === document.activeElement)).toBe(true);

    const isTime = Promise.withResolvers<void>();
    await page.unroute("**/explain?*");
    await page.route("**/explain?*", async (route) => {
      await isTime.promise;
      await route.continue();
    });
    await chips.filter({ hasText: "Targeted Rate Increase" }).press("Enter");
    await page.getByText("Looking the price up").waitFor();
    await expect.poll(() => page.locator(".answer-now").getAttribute("aria-busy")).toBe("true");
    isTime.resolve();
    await heading(page, "$82.00");
    await page.locator(".answer-now[aria-busy=false]:not(.outdated)").waitFor();
    // The reader goes on at the answer.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Answer");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is multiplied by the units that are entered, which the address holds and another code drops", async () => {
    const { page, mistakes, close } = await explorer.open(
      "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140",
    );
    const units = page.getByLabel("Units", { exact: true });
    await units.fill("3");
    await page.getByText("3 units come to $72.00 ($24.00 \u00d7 3).").waitFor();
    await units.press("Enter");
    await page.waitForURL(/[?&]units=3\b/);
    await page.reload();
    await page.getByText("3 units come to $72.00").waitFor();
    await page.getByLabel("Billing code").fill("99214");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.search.includes("99214") && !url.search.includes("units="));
    await lead(page, "/?state=ca&setting=inpatient&billing_code=720-4&npi=1000100010&units=3");
    await page.getByText("This rate is for the whole claim line, whatever its units.").waitFor();
    expect(await units.count()).toBe(0);

    // A percentage of charges is the price, until the charges are entered.
    await lead(page, "/?state=ga&setting=outpatient&billing_code=99284&npi=1200010142");
    await heading(page, "34.03 % of billed charges");
    await page.getByRole("button", { name: "Enter billed charges" }).click();
    await page.waitForFunction(() => document.activeElement?.matches("#field-billed_charges"));
    await page.keyboard.type("1000");
    await page.keyboard.press("Enter");
    await heading(page, "$340.34");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is a receipt in the dark, on paper and on a phone; its link and its texts can be copied", async () => {
    const { page, mistakes, close } = await explorer.open(OUTLIER, { colorScheme: "dark" });
    const rows = page.locator(".receipt > li");
    await expect.poll(() => rows.last().textContent()).toMatch(/Payment\$247,857\.46/);
    await page.getByText("Computed and not applied: total ($247,857.46) is not greater").waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect.poll(() => page.locator(".printed-sources li").count()).toBe(14);
    await expect.poll(() => page.locator(".printed-foot").textContent()).toContain("Ratebook sample");
    await expect.poll(() => page.locator(".question-form").isVisible()).toBe(false);
    await expect.poll(() => page.getByText("593-4 at Cormorant Children's Medical Center on").isVisible()).toBe(true);
    await page.emulateMedia({ media: null, colorScheme: "dark" });
    await page.setViewportSize(PHONE.viewport);
    await isAsWideAsItsWindow(page);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.evaluate(() => {
      const taken: string[] = [];
      Object.assign(globalThis, { taken });
      navigator.clipboard.writeText = async (text) => void taken.push(text);
    });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copy for an email" }).click();
    await page.getByRole("button", { name: "Copy the formula" }).click();
    const [link = "", email = "", formula = ""] = await page.evaluate(
      () => (globalThis as unknown as { taken: string[] }).taken,
    );
    expect(new URL(link).searchParams.get("discharge_date")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(email).toContain("Payment: $247,857.46\n");
    expect(email.trimEnd().endsWith(link)).toBe(true);
    expect(formula).toContain("total charges (1,912,345.67) × CCR (0.167042) = cost $319,442.05");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("leads from what was assumed to its field, by keyboard, and then assumes it no longer", async () => {
    const { page, mistakes, close } = await explorer.open("/", PHONE);
    const change = page
      .getByRole("region", { name: "Defaults used" })
      .getByRole("button", { name: "Change Child patient" });
    await change.press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches("#field-child_patient"));
    await page.keyboard.press("Space");
    await page.waitForURL(/child_patient=true/);
    await change.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Entered" }).getByRole("button", { name: "Change Child patient" }).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("is requested elsewhere without the key on the page, saved as CSV, and shown as a page to print with its units", async () => {
    const { page, mistakes, close } = await explorer.open("/");
    // The sections below come after the price over time, which is loaded when it is reached.
    await page.getByRole("heading", { name: "Over time" }).scrollIntoViewIfNeeded();
    await page.locator(".over-time .step-chart").waitFor();
    await page.getByRole("tab", { name: "curl" }).click();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("tabpanel").textContent()).toContain('ratebook.price("ca", "outpatient"');
    expect(await page.content()).not.toContain(explorer.key);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".elsewhere").getByRole("button", { name: "As CSV" }).click(),
    ]);
    const saved = join(folder, download.suggestedFilename());
    await download.saveAs(saved);
    const [names = "", values = ""] = readFileSync(saved, "utf8").split("\r\n");
    // Excel reads a CSV as UTF-8 only with the mark. No name or value before the price holds a comma.
    expect(names.startsWith("\ufeff")).toBe(true);
    expect(values.split(",")[names.split(",").indexOf("payment_rate")]).toBe("24.00");

    const ofUnits = "2 units come to $48.00 ($24.00 \u00d7 2).";
    await page.getByRole("textbox", { name: "Units" }).fill("2");
    await page.keyboard.press("Enter");
    await page.getByText(ofUnits).waitFor();
    await page.getByRole("heading", { name: "Over time" }).scrollIntoViewIfNeeded();
    const opening = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "as a page to print" }).click();
    const printed = await opening;
    await printed.getByText(`This is the rate of one unit. ${ofUnits}`).waitFor();
    await printed.close();
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("several results are a table to choose from, and one of them can be looked up alone, on a phone", async () => {
  const { page, mistakes, close } = await explorer.open(
    "/?state=ca&setting=outpatient&billing_code=99213&provider_name=medical",
    PHONE,
  );
  await page.getByText("39 providers of this name can be priced").waitFor();
  await page.getByRole("button", { name: "Candlelight Free Medical Clinic" }).click();
  await page.getByText("What Medi-Cal pays Candlelight Free Medical Clinic").waitFor();
  await isAsWideAsItsWindow(page);
  expect(await faultsWithin(page, ".answer-view")).toEqual([]);
  await page.getByRole("button", { name: "Show this one alone" }).click();
  await page.waitForURL(/npi=1000300024/);
  await expect.poll(() => page.url()).not.toContain("provider_name");
  await heading(page, "$24.00");
  expect(mistakes).toEqual([]);
  await close();
});

test("no rate is an answer with its reason and a way on; a request that fails can be tried again", async () => {
  const { page, mistakes, close } = await explorer.open(
    "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140&date_of_service=2019-01-01",
  );
  await heading(page, "No rate");
  const reason = page.getByRole("link", { name: "This reason in the documentation" });
  await page.getByText("Where it was searched").click();
  await expect.poll(() => reason.getAttribute("href")).toBe("/docs/no-rate#not_in_force");
  expect(await faultsWithin(page, ".answer-view")).toEqual([]);
  await page.getByRole("button", { name: "Look at Jul 1, 2021" }).press("Enter");
  await page.waitForURL(/date_of_service=2021-07-01/);
  await heading(page, "$");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Answer");

  // A field that is missing is led to, and what was found on the way is there.
  await lead(page, "/?state=ca&setting=outpatient&billing_code=00840&npi=1000100010");
  await page.getByRole("button", { name: "Enter anesthesia minutes" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "5.42" }).isVisible()).toBe(true);

  await page.route("**/explain?*", (route) => route.fulfill({ status: 502, body: "bad gateway" }));
  await lead(page, "/");
  await page.locator(".answer-view").getByRole("alert").getByText("answered with status 502").waitFor();
  await page.unroute("**/explain?*");
  await page.locator(".answer-view").getByRole("button", { name: "Try again" }).click();
  await heading(page, "$24.00");
  expect(mistakes.filter((mistake) => !mistake.includes("502"))).toEqual([]);
  await close();
});
