import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleRelease } from "../../src/cli/sample.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { accessibilityFaults, colorFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PHONE = { viewport: { width: 390, height: 800 } };

const folder = mkdtempSync(join(tmpdir(), "ratebook-coverage-"));
let explorer: Explorer;

/** Fifty times the providers of the sample. `npm run bench` looks names up among a million; as many take minutes to build. */
const PROVIDERS = 5_000;
/** Every so many bear the name that is sought. */
const SOUGHT_EVERY = 25;
const FIRST_NPI = 1_300_000_000;
/** NPI, the state's own number, other NPIs and name, as its line begins. */
const COPIED = "1000700140,00G900140,,Peña Family Medicine";

/**
 * The sample as it might be a month later: one unit value raised and one cut, a fee and a hospital's rate raised, old fees, no inpatient rates of one state, and very
 * many providers in another.
 */
async function nextRelease(): Promise<string> {
  const dataset = join(folder, "dataset");
  cpSync(join(ROOT, "data", "sample"), dataset, { recursive: true });
  const manifest = join(dataset, "dataset.json");
  const about = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly sources: readonly { readonly table: string }[];
  };
  const gone = ["ga/hospital_inpatient_rates", "ga/drg_weights"];
  for (const table of gone) rmSync(join(dataset, `${table}.csv`));
  const sources = [
    ...about.sources.filter(({ table }) => !gone.includes(table)),
    { table: "ga/fee_schedule", publication: "Fees of Georgia", edition: "2024-01-01" },
  ];
  writeFileSync(manifest, JSON.stringify({ ...about, version: "2026.12", sources }));
  const rates = join(dataset, "ca", "outpatient_rates.csv");
  const text = readFileSync(rates, "utf8");
  const changed = text
    .replace("\n00142,Anesthesia,5.42,", "\n00142,Anesthesia,5.50,")
    .replace("\n00170,Anesthesia,4.52,", "\n00170,Anesthesia,4.00,");
  writeFileSync(rates, changed);
  const fees = join(dataset, "ga", "fee_schedule.csv");
  const raised = readFileSync(fees, "utf8").replace("padl_drug,J1885,,,,,0.4053,", "padl_drug,J1885,,,,,0.5053,");
  writeFileSync(fees, raised);
  const hospitals = join(dataset, "ca", "hospital_rates.csv");
  writeFileSync(hospitals, readFileSync(hospitals, "utf8").replace(",8912.40,", ",9000.00,"));
  addProviders(join(dataset, "ca", "providers.csv"));
  const out = join(folder, "rates.db");
  const outcome = await buildRelease({ dataset, out, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return out;
}

/** Copies of one provider of the sample, each with a name and an NPI of its own. */
function addProviders(file: string): void {
  const text = readFileSync(file, "utf8");
  const template = text.split(/\r?\n/).find((line) => line.startsWith(COPIED));
  if (template === undefined) throw new Error("the sample has no such provider any more");
  const rest = template.slice(COPIED.length);
  const lines = Array.from({ length: PROVIDERS }, (_, number) => {
    const name = number % SOUGHT_EVERY === 0 ? "Quillfeather" : "Ordinary";
    return `${FIRST_NPI + number},,,${name} Practice ${number}${rest}\n`;
  });
  writeFileSync(file, `${text.trimEnd()}\n${lines.join("")}`);
}

/** The catalogue is empty at first; a release that comes into it is listed by the next request. */
async function fillCatalogue(): Promise<void> {
  mkdirSync(explorer.releasesFolder);
  copyFileSync(
    await sampleRelease(ROOT, join(ROOT, ".ratebook")),
    join(explorer.releasesFolder, `${"0".repeat(64)}.db`),
  );
}

beforeAll(async () => {
  explorer = await Explorer.ofRun(await nextRelease());
});

afterAll(async () => {
  await explorer?.end();
  rmSync(folder, { recursive: true });
});

async function isAsWideAsItsWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
}

describe("coverage", () => {
  test("says what is loaded, how old it is and what is missing, on the day that is chosen", async () => {
    const { page, mistakes, close } = await explorer.open("/coverage");
    const georgia = page.getByRole("region", { name: "Georgia", exact: true });
    await georgia.getByText("Not loaded: none of its tables has rows.").waitFor();
    await georgia.getByRole("link", { name: "Load the publications" }).waitFor();
    const grid = page.getByRole("region", { name: /^Provider types on [A-Z][a-z]{2} [0-9]+, 20[0-9]{2}$/ });
    const inpatient = grid.getByRole("row", { name: /^Georgia Inpatient Hospitals / });
    await expect
      .poll(() => inpatient.getByRole("cell").allTextContents())
      .toEqual([
        "Georgia",
        "Inpatient",
        "Hospitals",
        "\u2715 No: nothing is effective in DRG weights and hospital inpatient rates",
        "none known by this day",
        "none",
      ]);
    await expect.poll(() => page.locator(".coverage").textContent()).not.toMatch(/in full|ratebook |invented|in force/);
    const fees = page.getByRole("region", { name: "Tables of Georgia" }).getByRole("row", { name: /^Fee schedules / });
    await fees.getByText(/^Fees of Georgia publication of January 2024, [0-9]+ months old out of date$/).waitFor();

    await page.getByLabel("State", { exact: true }).selectOption("Georgia");
    await page.getByLabel("On the day").fill("2019-03-01");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Who can be priced on Mar 1, 2019" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${explorer.address}/coverage?state=ga&date=2019-03-01`);
    await fees.getByText("none yet on this day; the first one loaded is the publication of Jan 1, 2024").waitFor();
    await expect.poll(() => page.locator("svg.timeline").textContent()).toContain("none effective");
    await page.getByRole("button", { name: "Show as table" }).click();
    await page
      .getByRole("table", { name: "Effective dates of the tables of Georgia" })
      .getByText("Jul 1, 2015")
      .waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("says that a day is not in the calendar, and leads to the field; gaps, counterparts and the release are opened by keyboard, on a phone, in the dark", async () => {
    const look = { ...PHONE, colorScheme: "dark" } as const;
    const { page, mistakes, close } = await explorer.open("/coverage?date=2026-02-30", look);
    await page
      .getByRole("alert")
      .getByRole("link", { name: /^Date: "2026-02-30" cannot be used/ })
      .click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#coverage-date");
    await lead(page, "/coverage?state=fl");
    await page.getByText(/^Fee schedules: 34 entries have/).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The first 10 are shown.").waitFor();
    await page.getByText("What its makers say of it").focus();
    await page.keyboard.press("Space");
    await page.getByText(/^Data of \w+ states to try Ratebook with/).waitFor();
    await expect.poll(() => isAsWideAsItsWindow(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("with an empty catalogue, what changed shows how the operator adds an earlier release, and sends no request that the service would refuse", async () => {
  const { page, mistakes, close } = await explorer.open("/coverage?state=ca");
  const refused: string[] = [];
  // The console stays empty.
  const printed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  page.on("console", (message) => printed.push(message.text()));
  await page.getByRole("link", { name: "What changed" }).click();
  await page.getByRole("heading", { name: "No earlier rates to compare with" }).waitFor();
  await page.getByText("no other rates than those in service, 20").waitFor();
  expect(await faultsWithin(page, "main")).toEqual([]);
  await expect.poll(() => page.locator("code").count()).toBe(0);
  await page.locator("main").getByRole("link", { name: "Load real rates" }).last().click();
  await page.getByText("releases push january.db").first().waitFor();
  expect([...refused, ...printed, ...mistakes]).toEqual([]);
  await close();
});

describe("what changed, with an earlier release", () => {
  beforeAll(fillCatalogue);

  test("counts by table, lists the changes of one, and leads to the lookup", async () => {
    const { page, mistakes, close } = await explorer.open("/changes");
    await page.getByRole("heading", { name: "From 2026.11 to 2026.12" }).waitFor();
    const factors = page.getByRole("region", { name: "Weights, unit values and percentages, by percent" });
    await expect
      .poll(() => factors.getByRole("row").allTextContents())
      .toEqual([
        "RateChange",
        "00142California \u00b7 unit value \u00b7 effective since Mar 15, 2023 \u00b7 procedure type Anesthesia\u25b2 +0.08 (+1.48 %)5.42 \u2192 5.50",
        "RateChange",
        "00170California \u00b7 unit value \u00b7 effective since Mar 15, 2023 \u00b7 procedure type Anesthesia\u25bc \u22120.52 (\u221211.50 %)4.52 \u2192 4.00",
      ]);
    const fees = page.getByRole("region", { name: "Fees of codes, by dollars" });
    await fees.getByText("Injection, ketorolac tromethamine, per 15 mg").waitFor();
    await expect.poll(() => fees.getByRole("row").nth(1).textContent()).toContain("service category ");
    await expect
      .poll(() => fees.getByRole("row").nth(1).textContent())
      .toContain("+$0.10 (+24.67 %)$0.4053 \u2192 $0.5053");
    await expect.poll(() => fees.getByRole("row").nth(1).textContent()).not.toContain("padl_drug");
    await expect
      .poll(() => page.locator("svg.counts").textContent())
      .toContain("California: outpatient rates1 cut1 raised");
    await page.getByRole("link", { name: "California: outpatient rates" }).click();
    await page.getByText("Changes 1 to 2 of 2").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Changes of California: outpatient rates");
    const cut = page
      .getByRole("region", { name: "Changes of California: outpatient rates" })
      .getByRole("row", { name: /00170/ });
    await expect
      .poll(async () => (await cut.getByRole("cell").allTextContents()).slice(3))
      .toEqual(["unit value", "4.52", "4.00", "\u22120.52", "\u221211.50 %", "none"]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colorFaults(page)).toEqual([]);
    await cut.getByRole("link", { name: /^Look up/ }).click();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get("state"), searchParams.get("billing_code")]).toEqual(["/", "ca", "00170"]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("heads the rows of a hospital by its name, and its identifiers follow", async () => {
    const { page, mistakes, close } = await explorer.open("/changes?table=ca/hospital_rates");
    const list = page.getByRole("region", { name: "Change 1", exact: true });
    const cell = list.getByRole("cell", { name: /Golden Poppy Medical Center/ });
    await page.getByRole("heading", { name: "Largest rises and cuts" }).waitFor();
    // Its name is requested when the reader reaches the row.
    await list.scrollIntoViewIfNeeded();
    await expect.poll(() => cell.textContent()).toBe("Golden Poppy Medical CenterMedicaid provider ID 106199901");
    const largest = page.getByRole("rowheader", { name: /^Golden Poppy Medical Center/ });
    await expect.poll(() => largest.first().textContent()).toContain("Medicaid provider ID 106199901");
    expect(await faultsWithin(page, "main")).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("requests the name of a provider when its row is reached, and no earlier", async () => {
    const { page, mistakes, close } = await explorer.open("/coverage", { viewport: { width: 1280, height: 240 } });
    const names: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/providers/find")) names.push(request.url());
    });
    // The session is opened with a part of the first address.
    await page.getByRole("heading", { level: 1, name: "Coverage" }).waitFor();
    await lead(page, "/changes?table=ca/hospital_rates");
    const list = page.getByRole("region", { name: "Change 1", exact: true });
    await list.waitFor({ state: "attached" });
    // What stands above the list is there too: it would move the list away again.
    await page.getByRole("heading", { name: "Largest rises and cuts" }).waitFor({ state: "attached" });
    expect(names).toEqual([]);
    await list.scrollIntoViewIfNeeded();
    await list.getByText("Golden Poppy Medical Center").waitFor();
    expect(new Set(names).size).toBe(1);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("pages by the address, and chooses by keyboard, on a phone, in the dark", async () => {
    const { page, mistakes, close } = await explorer.open("/changes?table=ga/drg_weights&offset=500", {
      ...PHONE,
      colorScheme: "dark",
    });
    await page.getByRole("navigation").getByText("Changes 501 to 550 of 567").waitFor();
    await page.getByRole("link", { name: "Previous 50" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("navigation").getByText("Changes 451 to 500 of 567").waitFor();
    await expect.poll(() => isAsWideAsItsWindow(page)).toBe(true);
    await page.getByLabel("State", { exact: true }).focus();
    await page.keyboard.type("New York");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Compare" }).press("Enter");
    await page.getByText("Nothing differs: both have the same rates on every day.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect.poll(() => page.url()).toBe(`${explorer.address}/changes?from=2026.11&to=2026.12&state=ny`);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("tells a release that there is not, keeps the form to choose another, and asks again by itself while the service says that the comparison goes on", async () => {
    const { page, mistakes, close } = await explorer.open("/changes?from=2019.01");
    await page.getByRole("alert").getByRole("heading", { name: "These rates are not here" }).waitFor();
    const detail = "The releases are still being compared, and the work goes on. Send the request again in a moment.";
    // The service says so after 20 seconds of comparing; the releases here are too small for that.
    let requests = 0;
    const isSeen = Promise.withResolvers<void>();
    await page.route("**/releases/diff?*", async (route) => {
      requests += 1;
      if (requests <= 2) {
        return route.fulfill({
          status: 503,
          headers: { "content-type": "application/problem+json", "retry-after": "1" },
          body: JSON.stringify({ status: 503, code: "took_too_long", title: "Took too long", detail }),
        });
      }
      await isSeen.promise;
      return route.continue();
    });
    await page.getByLabel("From").selectOption("2026.11");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("status").filter({ hasText: "This page asks again by itself." }).waitFor();
    isSeen.resolve();
    await page.getByRole("heading", { name: "From 2026.11 to 2026.12" }).waitFor();
    await page.getByText(/^[0-9,]+ changes in [0-9]+ tables: 3 raised, 1 cut/).waitFor();
    expect(mistakes.filter((mistake) => !mistake.includes("status of 503"))).toEqual([]);
    await close();
  });
});

test("a part of a name typed into the provider field finds the few among very many, and chooses one by keyboard", async () => {
  const { page, mistakes, close } = await explorer.open(
    "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140",
  );
  const field = page.getByRole("combobox", { name: "Provider", exact: true });
  await page.locator(".price").waitFor();
  // The name of the provider is written into the field when it is known, in place of what was typed before.
  await expect.poll(() => field.inputValue()).toBe("Peña Family Medicine");
  await field.focus();
  await page.keyboard.type("llfeather pr", { delay: 20 });
  await page
    .getByRole("status")
    .getByText(`12 of ${PROVIDERS / SOUGHT_EVERY}`)
    .waitFor();
  await expect
    .poll(() => page.getByRole("listbox").getByRole("option").first().locator("strong").textContent())
    .toBe("llfeather Pr");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/npi=13\d{8}/);
  await page.locator(".answer-now.appears .price").waitFor();
  await field.fill("ordinary");
  await page.getByRole("status").getByText("12 of 4,800").waitFor();
  // Words in any order, the matches after the first, and a typing error.
  await field.fill("practice quill");
  await page.getByRole("option", { name: /^Show more/ }).click();
  await page.getByRole("status").getByText("62 of 200").waitFor();
  await field.fill("quilfeather");
  await page.getByRole("option", { name: "Did you mean “quillfeather”?" }).click();
  await page.getByRole("status").getByText("12 of 200").waitFor();
  expect(mistakes).toEqual([]);
  await close();
});
