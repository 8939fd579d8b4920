import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ATTESTATION } from "../../src/price-list/template.ts";
import { ratebook, SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { sheetsOf } from "../support/sheets-of.ts";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";
import { lead } from "./support/lead.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
let explorer: Explorer;
beforeAll(async () => {
  await releaseAt(release, SAMPLE);
  explorer = await Explorer.ofRun();
});
afterAll(async () => {
  await explorer?.end();
  folder.remove();
});

const HOSPITAL = "/price-list?state=ca&provider=1000100010&on=2026-10-01";

async function on(path: string, work: (page: Page) => Promise<void>, look = {}): Promise<void> {
  const { page, mistakes, close } = await explorer.open(path, look);
  await work(page);
  expect(mistakes).toEqual([]);
  await close();
}

const rowsOf = async (page: Page) =>
  (await page.locator(".data-table tbody tr").allInnerTexts()).map((row) => row.split("\t"));

describe("the price list", () => {
  test("finds a hospital by words of its name, and shows what every code pays there, page by page; an NPI of nobody is said", async () => {
    await on("/price-list", async (page) => {
      await page.getByLabel("Hospital").fill("golden poppy");
      await page.getByRole("button", { name: "Show" }).click();
      await page.getByRole("link", { name: "Golden Poppy Medical Center" }).first().click();
      await page.getByRole("heading", { name: "Golden Poppy Medical Center" }).waitFor();
      expect(page.url()).toContain("provider=1000100010");
      const [first] = await rowsOf(page);
      expect(first?.slice(0, 2)).toEqual(["001-1", "Liver transplant or intestinal transplant"]);
      // One paging, as in other lists; a page has all of its lines.
      const pages = page.getByRole("navigation", { name: "Pages of codes" });
      await pages.getByText("Codes 1 to 50 of 464").waitFor();
      expect(await pages.getByRole("button", { name: "Previous 50" }).isDisabled()).toBe(true);
      await pages.getByRole("link", { name: "Next 50" }).click();
      await pages.getByText("Codes 51 to 100 of 464").waitFor();
      expect(await page.getByText(/^Page 1 of/).count()).toBe(0);
      await pages.getByRole("link", { name: "Previous 50" }).click();
      await pages.getByText("Codes 1 to 50 of 464").waitFor();
      expect(await faultsWithin(page, ".pages")).toEqual([]);
      // What a field says while it is empty is not cut.
      for (const name of ["Hospital", "Codes"]) {
        const field = page.getByLabel(name, { exact: true });
        await field.fill((await field.getAttribute("placeholder")) ?? "");
        expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth), name).toBe(true);
      }
      await lead(page, "/price-list?state=ca&provider=1999999992");
      await page.getByRole("heading", { name: "No provider has this NPI" }).waitFor();
    });
  });

  test("is filtered by setting and code, and each line leads to its lookup", async () => {
    await on(HOSPITAL, async (page) => {
      await page.getByLabel("Setting").selectOption("outpatient");
      await page.getByLabel("Codes", { exact: true }).fill("10060");
      await page.getByRole("button", { name: "Show" }).click();
      await page.getByRole("link", { name: "10060, modifier 26" }).waitFor();
      expect((await rowsOf(page)).map(([code, , , price, per]) => [code, price, per])).toEqual([
        ["10060", "$48.70", "unit"],
        ["10060, modifier 26", "$14.13", "unit"],
        ["10060, modifier TC", "$34.57", "unit"],
      ]);
      // One factor for every code is no published rate: above the list, and in the notes of its lines.
      await page.getByText("Prices with modifiers 26 and TC are not published for each code.").waitFor();
      expect((await rowsOf(page)).map((row) => row.at(-1)?.trim())).toEqual([
        "",
        "no published rate: the factor 0.29 is the same for every code",
        "no published rate: the factor 0.71 is the same for every code",
      ]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("link", { name: "10060, modifier 26" }).click();
      await page.getByText("$14.13").first().waitFor();
      const query = new URL(page.url()).searchParams;
      expect(Object.fromEntries(query)).toMatchObject({ npi: "1000100010", billing_code: "10060", modifier: "26" });
      expect(query.get("date_of_service")).toBe("2026-10-01");
    });
  });

  test("says how a code without an amount is paid, in the dark, and on a phone too", async () => {
    const dark = { colorScheme: "dark" as const };
    const work = async (page: Page) => {
      await page.getByText("needs more").waitFor();
      expect(await page.locator(".data-table tbody").textContent()).toContain("anesthesia minutes not entered");
      await page.setViewportSize({ width: 390, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await accessibilityFaults(page)).toEqual([]);
    };
    await on(`${HOSPITAL}&setting=outpatient&text=00142`, work, dark);
  });

  test("is saved whole, as the template of CMS", async () => {
    await on(HOSPITAL, async (page) => {
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name: "CSV for the hospital's price file" }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe("golden-poppy-medical-center-price-list.csv");
      const file = join(folder.path, "list.csv");
      await download.saveAs(file);
      const text = readFileSync(file, "utf8");
      expect(text).toContain(ATTESTATION);
      expect(text).toContain("APR-DRG,,inpatient,,,,,Medi-Cal,State rate,62055.26,");
      expect(text).toContain(",CPT,26,outpatient,,,,,Medi-Cal,State rate,14.13,");
      // Payers and patients read it: our parameters, values and defaults are in words.
      const [heading = "", ...others] = text.split("\r\n").slice(2);
      expect(heading).toContain("additional_generic_notes");
      expect(others.filter((line) => /[a-z]_[a-z]|[a-z]=|\bnot (?:sent|supplied)\b/.test(line))).toEqual([]);
    });
  });

  test("is saved as the workbook that the command writes, with a column for each plan", async () => {
    await on(`${HOSPITAL}&factors=Plan%20A%3D1.05`, async (page) => {
      expect(await page.getByLabel("Plans and their factors").inputValue()).toBe("Plan A=1.05");
      await page.getByRole("heading", { name: "Golden Poppy Medical Center" }).waitFor();
      const headings = await page.locator(".data-table thead th").allInnerTexts();
      expect(headings).toContain("Plan A");
      const [first] = await rowsOf(page);
      expect([first?.[3], first?.[4]]).toEqual(["$62,055.26", "$65,158.02"]);
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name: "Workbook (XLSX)" }).click();
      const download = await waiting;
      expect(download.suggestedFilename()).toBe("golden-poppy-medical-center-price-list.xlsx");
      const file = join(folder.path, "page.xlsx");
      await download.saveAs(file);
      const own = join(folder.path, "command.xlsx");
      const list = ["price-list", "ca", "--release", release, "--npi", "1000100010", "--on", "2026-10-01"];
      expect((await ratebook([...list, "--factor", "Plan A=1.05", "--out", own])).code).toBe(0);
      const [ofPage, ofCommand] = [await sheetsOf(file), await sheetsOf(own)];
      expect(ofPage[0]).toEqual(ofCommand[0]);
      const about = (sheet: readonly string[][] = []) => sheet.filter(([what]) => what !== "Made on");
      expect(about(ofPage[1])).toEqual(about(ofCommand[1]));
    });
  });
});
