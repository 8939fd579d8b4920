import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleRelease } from "../../src/cli/sample.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { accessibilityFaults, colorFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PHONE = { viewport: { width: 390, height: 800 } };

const folder = mkdtempSync(join(tmpdir(), "ratebook-coverage-"));
let explorer: Explorer;

/**
 * The sample as it might be a month later: one unit value raised and one cut, a fee and a hospital's rate raised, old fees, and no inpatient rates of
 * one state.
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
  const out = join(folder, "rates.db");
  const outcome = await buildRelease({ dataset, out, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return out;
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
  test("says what is loaded, how old it is and what is missing, on the day of the address", async () => {
    const { page, mistakes, close } = await explorer.open("/coverage");
    const georgia = page.getByRole("region", { name: "Georgia", exact: true });
    await georgia.getByText("Not loaded: none of its tables has rows.").waitFor();
    const grid = page.getByRole("region", { name: /^Provider types on / });
    const inpatient = grid.getByRole("row", { name: /^Georgia Inpatient Hospitals / });
    await expect.poll(() => inpatient.textContent()).toContain("No: nothing is effective");
    const fees = page.getByRole("region", { name: "Tables of Georgia" }).getByRole("row", { name: /^Fee schedules / });
    await fees.getByText(/^Fees of Georgia publication of January 2024, .* out of date$/).waitFor();

    await page.getByLabel("State", { exact: true }).selectOption("Georgia");
    await page.getByLabel("On the day").fill("3/1/2019");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Who can be priced on Mar 1, 2019" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${explorer.address}/coverage?state=ga&date=2019-03-01`);
    await fees.getByText("none yet on this day").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("says that a day is not in the calendar; the release is opened by keyboard, on a phone, in the dark", async () => {
    const look = { ...PHONE, colorScheme: "dark" } as const;
    const { page, mistakes, close } = await explorer.open("/coverage?date=2026-02-30", look);
    await page
      .getByRole("alert")
      .getByRole("link", { name: /^Date: "2026-02-30" cannot be used/ })
      .click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#coverage-date");
    await lead(page, "/coverage?state=fl");
    await page.getByText("What its makers say of it").focus();
    await page.keyboard.press("Space");
    await page.getByText(/^Data of \w+ states to try Ratebook with/).waitFor();
    await expect.poll(() => isAsWideAsItsWindow(page)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });
});

describe("what changed", () => {
  test("counts by table, lists the changes of one with both figures, and leads to the lookup", async () => {
    const { page, mistakes, close } = await explorer.open("/changes");
    // There is nothing to compare with, and no request that the service would refuse.
    await page.getByRole("heading", { name: "No earlier rates to compare with" }).waitFor();
    await fillCatalogue();
    await page.reload();
    await page.getByRole("heading", { name: "From 2026.11 to 2026.12" }).waitFor();
    const fees = page.getByRole("region", { name: "Fees of codes, by dollars" });
    await expect
      .poll(() => fees.getByRole("row").nth(1).textContent())
      .toContain("+$0.10 (+24.67 %)$0.4053 \u2192 $0.5053");
    await page.getByRole("link", { name: "California: outpatient rates" }).press("Enter");
    await page.getByText("Changes 1 to 2 of 2").waitFor();
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

    // The rows of a hospital are headed by its name.
    await lead(page, "/changes?table=ca/hospital_rates");
    const list = page.getByRole("region", { name: "Change 1", exact: true });
    await list.scrollIntoViewIfNeeded();
    await list.getByText("Golden Poppy Medical Center").waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test("pages by the address, and chooses by keyboard, on a phone, in the dark", async () => {
    const { page, mistakes, close } = await explorer.open("/changes?table=ga/drg_weights&offset=500", {
      ...PHONE,
      colorScheme: "dark",
    });
    await page.getByRole("navigation").getByText("Changes 501 to 550 of 567").waitFor();
    await page.getByRole("link", { name: "Previous 50" }).press("Enter");
    await page.getByRole("navigation").getByText("Changes 451 to 500 of 567").waitFor();
    await expect.poll(() => isAsWideAsItsWindow(page)).toBe(true);
    await page.getByLabel("State", { exact: true }).focus();
    await page.keyboard.type("New York");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Compare" }).press("Enter");
    await page.getByText("Nothing differs: both have the same rates on every day.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await expect.poll(() => page.url()).toBe(`${explorer.address}/changes?from=2026.11&to=2026.12&state=ny`);
    await lead(page, "/changes?from=2019.01");
    await page.getByRole("alert").getByRole("heading", { name: "These rates are not here" }).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });
});
