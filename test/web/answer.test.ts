import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer, type OpenPage } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

const OUTLIER =
  "/?state=fl&setting=inpatient&billing_code=593-4&npi=1000800056&child_patient=true&total_charges=1912345.67";
const BY_NAME = "/?state=ca&setting=outpatient&billing_code=99213&provider_name=medical";
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

/** What has to hold however the page looks at the moment. */
async function expectSound({ page, mistakes }: OpenPage): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  expect(mistakes).toEqual([]);
}

/** On paper: sources by number, the release and no navigation. */
async function expectPrinted(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Download, or use it in code" }).waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
    .toBe("rgb(255, 255, 255)");
  await expect.poll(() => page.locator(".printed-sources li").count()).toBe(14);
  await expect.poll(() => page.locator(".printed-sources").isVisible()).toBe(true);
  await expect
    .poll(() => page.locator(".printed-foot").textContent())
    .toMatch(/^Ratebook sample [0-9.]+\. Rates of \w+ \d+, \d{4}\.$/);
  expect(
    await page
      .getByText(/[0-9a-f]{12}/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await expect.poll(() => page.locator(".elsewhere").isVisible()).toBe(false);
  // The question is a sentence there, not a form.
  await expect.poll(() => page.getByText("593-4 at Cormorant Children's Medical Center on").isVisible()).toBe(true);
  await expect.poll(() => page.locator(".question-form").isVisible()).toBe(false);
  // A button is hidden on paper; a figure is not.
  await expect.poll(() => page.locator(".receipt .chip").first().isVisible()).toBe(true);
}

describe("a price", () => {
  test("is large, said in words, beside data in part and old editions and its alternatives, which lead on, and every figure opens its source in place, by keyboard", async () => {
    const open = await explorer.open("/reprice");
    const { page } = open;
    // The sample has all data and no old ones: the service's own answer, with what it says of data in part and of old editions.
    await page.route("**/explain?*", async (route) => {
      const response = await route.fetch();
      const json = {
        ...(await response.json()),
        empty_tables: [{ table: "ca/lab_rates", message: "ca/lab_rates has no row in the loaded data." }],
        stale: [{ table: "ca/lab_rates", edition: "2020-01-01", months: 80, message: "ca/lab_rates is old." }],
      };
      await route.fulfill({ response, json });
    });
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Look up" }).click();
    await page.getByText("Data in part. Lab rates: not loaded, or not for this day.").waitFor();
    await page.getByText("Old rates. Lab rates: published Jan 1, 2020, 80 months before the day priced.").waitFor();
    await page
      .getByRole("heading", { level: 2, name: /^\$24\.00 ?, with Targeted Rate Increase \$82\.00 \(made-up figure\)$/ })
      .waitFor();
    await page.getByText("What Medi-Cal pays Peña Family Medicine").waitFor();
    const chips = page.locator(".available").getByRole("button");
    await expect
      .poll(() => chips.allTextContents())
      .toEqual(
        expect.arrayContaining([
          "Podiatrist $24.00",
          "Targeted Rate Increase $82.00, made-up figure",
          "MEDICINE EMERGENCY $29.81",
        ]),
      );
    const figure = page.getByRole("button", { name: "10.00", exact: true });
    await figure.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => figure.getAttribute("aria-expanded")).toBe("true");
    const source = page.locator(".source-panel");
    await expect.poll(() => source.textContent()).toMatch(/ca\/conversion_factors, line \d+/);
    await expect.poll(() => source.textContent()).toContain("for emergency rooms only");
    expect(await faultsWithin(page, ".answer-view")).toEqual([]);
    await expectSound(open);
    await page.keyboard.press("Enter");
    await expect.poll(() => source.count()).toBe(0);

    // What else was available leads on; an answer that takes long says so, and the one before stays, marked, until it is there.
    let answer: () => void = () => {};
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.unroute("**/explain?*");
    await page.route("**/explain?*", async (route) => {
      await isTime;
      await route.continue();
    });
    await chips.filter({ hasText: "Targeted Rate Increase" }).click();
    await page.getByText("Looking the price up").waitFor();
    await expect.poll(() => page.locator(".answer-now").getAttribute("aria-busy")).toBe("true");
    answer();
    await page.getByRole("heading", { level: 2, name: "$82.00" }).waitFor();
    await page.locator(".answer-now[aria-busy=false]:not(.outdated)").waitFor();
    await expect.poll(() => page.getByText("Looking the price up").count()).toBe(0);
    await expectSound(open);
    await open.close();
  });

  test("per unit is multiplied by the units that are entered, which the address holds and another code drops", async () => {
    const open = await explorer.open("/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140");
    const { page } = open;
    await page.getByText("Per unit, fee schedule rate").waitFor();
    const units = page.getByLabel("Units", { exact: true });
    await units.fill("3");
    await page.getByText("3 units come to $72.00 ($24.00 \u00d7 3).").waitFor();
    await units.press("Enter");
    await page.waitForURL(/[?&]units=3\b/);
    // The reader goes on where they were.
    expect(await units.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectSound(open);
    await page.reload();
    await page.getByText("3 units come to $72.00").waitFor();
    await page.getByLabel("Billing code").fill("99214");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.search.includes("99214") && !url.search.includes("units="));
    await lead(page, "/?state=ca&setting=inpatient&billing_code=720-4&npi=1000100010&units=3");
    await page.getByText("This rate is for the whole claim line, whatever its units.").waitFor();
    expect(await units.count()).toBe(0);
    await open.close();
  });

  test("is there after questions that are each asked once, the first of them while the script is on its way", async () => {
    const open = await explorer.open("/livez");
    const { page } = open;
    const asked: string[] = [];
    const unused: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    page.on("console", (message) => {
      if (message.text().includes("preload")) unused.push(message.text());
    });
    await page.goto(explorer.at("/"));
    await page.getByRole("heading", { level: 2, name: "$24.00" }).waitFor();
    const first = ["GET /session", "GET /catalogue.json", "GET /release"];
    const script = asked.findIndex((each) => each.endsWith(".js"));
    expect(first.map((each) => asked.indexOf(each) < script)).toEqual([true, true, true]);
    const rest = ["POST /session", "GET /api/v1/ca/outpatient/rate/explain"];
    for (const each of [...first, ...rest]) expect(asked.filter((one) => one === each)).toEqual([each]);
    expect(unused).toEqual([]);
    await open.close();
  });

  test("is a receipt whose last row is the price, with what was not applied and why, in the dark, on paper and on a phone; and the price can be taken along", async () => {
    const open = await explorer.open(OUTLIER, { colorScheme: "dark" });
    const rows = open.page.locator(".receipt > li");
    await rows.first().waitFor();
    await expect.poll(() => rows.last().textContent()).toMatch(/Payment\$247,857\.46/);
    // Bars are for what is paid: not for the cost and the loss that led to the outlier.
    await expect.poll(() => rows.locator("svg").count()).toBe(5);
    await open.page
      .getByText("Computed and not applied: total ($247,857.46) is not greater than total charges ($1,912,345.67)")
      .waitFor();
    await expectSound(open);
    await expectPrinted(open.page);

    // On a phone, bars begin and end in the same places in every row: they are to one scale.
    await open.page.emulateMedia({ media: null, colorScheme: "dark" });
    await open.page.setViewportSize(PHONE.viewport);
    const places = await open.page.locator(".receipt svg").evaluateAll((bars) =>
      bars.map((bar) => {
        const { left, width } = bar.getBoundingClientRect();
        return `${left.toFixed(1)} ${width.toFixed(1)}`;
      }),
    );
    expect(new Set(places).size).toBe(1);
    expect(await accessibilityFaults(open.page)).toEqual([]);
    await expectSound(open);

    // It can be taken along: a link with its day, the receipt as text, and paper.
    const { page } = open;
    await page.getByRole("heading", { level: 2, name: "$247,857.46" }).waitFor();
    await page.evaluate(() => {
      const taken: string[] = [];
      Object.assign(globalThis, { taken, print: () => taken.push("printed") });
      navigator.clipboard.writeText = async (text) => void taken.push(text);
    });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copy for an email" }).click();
    await page.getByRole("button", { name: "Copy the formula" }).click();
    await page.getByRole("button", { name: "Print", exact: true }).click();
    const [link = "", email = "", formula = "", paper] = await page.evaluate(
      () => (globalThis as unknown as { taken: string[] }).taken,
    );
    expect(new URL(link).searchParams.get("discharge_date")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(email).toContain("Outlier: (loss $202,766.74 − threshold $60,000.00) × marginal cost 0.80 = $114,213.39");
    expect(email).toContain(`Payment: $247,857.46\n`);
    expect(email.trimEnd().endsWith(link)).toBe(true);
    expect(formula).toContain("total charges (1,912,345.67) × CCR (0.167042) = cost $319,442.05");
    expect(paper).toBe("printed");
    expect(open.mistakes).toEqual([]);
    await open.close();
  });

  test.each([
    ["wide", { viewport: { width: 1280, height: 900 } }],
    ["on a phone", PHONE],
  ])("leads from what was assumed to its field, whatever it is folded into, %s", async (_, options) => {
    const open = await explorer.open("/", options);
    const { page } = open;
    const focused = () => page.waitForFunction(() => document.activeElement?.matches("#field-child_patient"));
    const assumed = page.getByRole("region", { name: "Defaults used" });
    const change = assumed.getByRole("button", { name: "Change Child patient" });
    await change.click();
    await focused();
    await expect.poll(() => page.getByLabel("Child patient").isVisible()).toBe(true);
    // Once more, with everything open.
    await change.focus();
    await page.keyboard.press("Enter");
    await focused();
    await page.keyboard.press("Space");
    await page.waitForURL(/child_patient=true/);
    // Nothing is assumed any more of what was said.
    await change.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Entered" }).getByRole("button", { name: "Change Child patient" }).waitFor();
    await expectSound(open);
    await open.close();
  });

  test("can be asked elsewhere, with the key's name in place of the key, saved as CSV and shown as a page to print", async () => {
    const open = await explorer.open("/");
    const { page } = open;
    // The sections below come after the price over time, which is loaded when it is reached.
    await page.getByRole("heading", { name: "Over time" }).scrollIntoViewIfNeeded();
    await page.locator(".over-time .step-chart").waitFor();
    await page.getByRole("tab", { name: "curl" }).click();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "TypeScript", selected: true }).waitFor();
    await expect.poll(() => page.getByRole("tabpanel").textContent()).toContain('ratebook.price("ca", "outpatient"');
    await expect.poll(() => page.getByRole("tabpanel").textContent()).toContain("npm install PATH_OF_THE_CLONE/client");
    expect(await page.content()).not.toContain(explorer.key);
    await expectSavedAsCsv(page);
    expect(open.mistakes).toEqual([]);
    await page.getByRole("link", { name: "as a page to print" }).click();
    await page.getByText("a rate and its calculation").waitFor();
    await page.goBack();
    // With units, the printed page has what they come to, as the page has it.
    const ofUnits = "2 units come to $48.00 ($24.00 \u00d7 2).";
    await page.getByRole("textbox", { name: "Units" }).fill("2");
    await page.keyboard.press("Enter");
    await page.getByText(ofUnits).waitFor();
    await page.getByRole("heading", { name: "Over time" }).scrollIntoViewIfNeeded();
    const opening = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "as a page to print" }).click();
    const printed = await opening;
    await printed.getByText(`This is the rate of one unit. ${ofUnits}`).waitFor();
    await printed.getByText("a rate and its calculation").waitFor();
    await printed.close();
    expect(open.mistakes).toEqual([]);
    await open.close();
  });
});

/** The API's CSV of the lookup, as a file. */
async function expectSavedAsCsv(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".elsewhere").getByRole("button", { name: "As CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("rate.csv");
  const saved = join(folder, "rate.csv");
  await download.saveAs(saved);
  const [names = "", values = ""] = readFileSync(saved, "utf8").split("\r\n");
  // Excel reads a CSV as UTF-8 only with the mark.
  expect(names.startsWith("\ufeff")).toBe(true);
  // No name or value before the price holds a comma.
  expect(values.split(",")[names.split(",").indexOf("payment_rate")]).toBe("24.00");
  await page.locator(".elsewhere").getByRole("status").getByText("Saved").waitFor();
}

test("several results are a table to choose from, and one of them can be looked up alone", async () => {
  const open = await explorer.open(BY_NAME, PHONE);
  const { page } = open;
  await page.getByText("39 providers of this name can be priced").waitFor();
  await page.getByRole("button", { name: "Candlelight Free Medical Clinic" }).click();
  await page.getByText("What Medi-Cal pays Candlelight Free Medical Clinic").waitFor();
  expect(await faultsWithin(page, ".answer-view")).toEqual([]);
  await expectSound(open);
  await page.getByRole("button", { name: "Show this one alone" }).click();
  await page.waitForURL(/npi=1000300024/);
  await expect.poll(() => page.url()).not.toContain("provider_name");
  await page.getByRole("heading", { level: 2, name: "$24.00" }).waitFor();
  await open.close();
});

describe("beside the amount", () => {
  test("stand its age and its kind: of a published rate, of a made-up one, and of a percentage of charges", async () => {
    const open = await explorer.open(
      "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140&date_of_service=2026-10-01",
    );
    const { page } = open;
    await page.getByText("Published Mar 2023, 42 months old.").waitFor();
    await page.getByText("Oct 1, 2026 is after the newest publication loaded for this rate (Mar 15, 2023)").waitFor();
    await lead(page, "/?state=ca&setting=inpatient&billing_code=560-1&npi=1000100010");
    await page.locator(".made-up").getByText("Made-up figure.").waitFor();

    // A percentage of charges is the price, with what an amount in dollars needs.
    await lead(page, "/?state=ga&setting=outpatient&billing_code=99284&npi=1200010142");
    await page.getByRole("heading", { level: 2, name: "34.03 % of billed charges" }).waitFor();
    await page.getByText("Exactly 34.033896 %").waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "Calculation" }).count()).toBe(1);
    await page.getByRole("button", { name: "Enter billed charges" }).click();
    await page.waitForFunction(() => document.activeElement?.matches("#field-billed_charges"));
    await page.keyboard.type("1000");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "$340.34" }).waitFor();
    await expectSound(open);
    await open.close();
  });
});

describe("words for people", () => {
  test("stand for the fields of the API in a receipt, its formulas and its sources, and say that the price of a drug is per unit", async () => {
    const open = await explorer.open("/?state=ny&setting=inpatient&billing_code=139-2&npi=1100011109");
    const { page } = open;
    const receipt = page.locator(".receipt");
    await receipt.getByText("hospital's discharge case payment rate").first().waitFor();
    await expect.poll(() => receipt.textContent()).toContain("service intensity weight of the APR-DRG");
    await expect.poll(() => receipt.textContent()).not.toContain("_");
    await receipt.getByRole("button", { name: "0.8399" }).click();
    await page.locator(".source-title strong").getByText("service intensity weight of the APR-DRG").waitFor();
    // The formula is said in the same words; the field of the API stands with all other fields.
    await expect.poll(() => page.locator(".method").textContent()).toContain("hospital's discharge case payment rate");
    await expect.poll(() => page.locator(".method").textContent()).not.toContain("_");
    await expectSound(open);
    // The price of a drug is per unit.
    for (const [query, price] of [
      ["state=ny&setting=outpatient&billing_code=J1885&npi=1100020100", "$0.4175"],
      ["state=ga&setting=outpatient&billing_code=J1642&npi=1200050015", "$0.0042"],
    ] as const) {
      await lead(page, `/?${query}`);
      await page.getByRole("heading", { level: 2, name: price }).waitFor();
      await expect.poll(() => page.locator(".price-about").textContent()).toContain("per unit");
    }
    expect(open.mistakes).toEqual([]);
    await open.close();
  });
});

describe("no rate", () => {
  test("is an answer with its reason and a way on, or with what would help where no value of a parameter would, or with what is missing and how far it went", async () => {
    const open = await explorer.open("/?state=ca&setting=outpatient&billing_code=ZZZZ9&npi=1000100010");
    const { page } = open;
    await page.getByRole("heading", { level: 2, name: "No rate" }).waitFor();
    const help = page.locator(".help");
    await help.getByText("It may be paid under the other setting, or under another schedule.").waitFor();
    await expect.poll(() => help.getByRole("button").count()).toBe(0);
    await expectSound(open);
    await lead(page, "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140&date_of_service=2019-01-01");
    await page.getByRole("heading", { level: 2, name: "No rate" }).waitFor();
    await page.locator("article").getByText("Procedure code 99213 has no Medi-Cal rate on Jan 1, 2019").waitFor();
    await page.getByText("Where it was searched").click();
    const reason = page.getByRole("link", { name: "This reason in the documentation" });
    await expect.poll(() => reason.getAttribute("href")).toBe("/docs/no-rate#not_in_force");
    expect(await faultsWithin(page, ".answer-view")).toEqual([]);
    await expectSound(open);
    await page.getByRole("button", { name: "Look at Jul 1, 2021" }).click();
    await page.waitForURL(/date_of_service=2021-07-01/);
    await page.getByRole("heading", { level: 2, name: "$" }).waitFor();

    // What is missing, and how far it went, on a phone.
    await page.setViewportSize(PHONE.viewport);
    await lead(page, "/?state=ca&setting=outpatient&billing_code=00840&npi=1000100010");
    await open.page.getByRole("button", { name: "Enter anesthesia minutes" }).waitFor();
    await open.page.getByRole("heading", { name: "What was found on the way" }).waitFor();
    await expect.poll(() => open.page.getByRole("button", { name: "5.42" }).isVisible()).toBe(true);
    await expectSound(open);
    await open.close();
  });
});

test("a request that is refused says why, and one that fails can be tried again", async () => {
  const open = await explorer.open("/?state=ca&setting=outpatient&billing_code=99213&npi=123");
  const { page } = open;
  await page.locator(".answer-place").getByRole("alert").getByRole("link", { name: "NPI" }).waitFor();
  await page.locator("#field-npi-fault").getByText("“123” is not an NPI: an NPI has 10 digits.").waitFor();
  await expectSound(open);
  await page.route("**/explain?*", (route) => route.fulfill({ status: 502, body: "bad gateway" }));
  await lead(page, "/");
  await page.locator(".answer-view").getByRole("alert").getByText("answered with status 502").waitFor();
  await page.unroute("**/explain?*");
  await page.locator(".answer-view").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 2, name: "$24.00" }).waitFor();
  // The question knows of the answer as well: what was assumed stands at its fields.
  await page.getByText("More about the claim").click();
  await page.getByText("Default: no, priced as an adult").waitFor();
  await open.close();
});
