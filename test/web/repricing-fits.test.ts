import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

/* A file with every kind of line: its totals have all columns, and its notes all sentences. */

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

const CLAIMS = [
  "Claim ID,Rendering NPI,CPT/HCPCS,Modifier,DOS,Qty,Paid,Payer state,Note",
  '1001,1000100010,99213,,10/1/2026,1,"$19.20",CA,',
  '1001,1000100010,99213,,10/1/2026,1,"-$19.20",CA,',
  '1002,1000100010,99214,,10/2/2026,1,"$52.00",CA,',
  '1003,1000700140,99213,,10/2/2026,2,"$0.00",CA,',
  '1004,1000100010,99999,,10/8/2026,1,"$80.00",CA,',
  '1005,1000700140,99214,62,9/28/2026,1,"$31.00",CA,',
  '1006,1000100010,99203,,10/10/2026,1,"$1282.00",CA,',
  '1007,1000100010,99213,,10/10/2026,1,"$27.54",NV,',
  '1008,1000100010,99213,,10/11/2026,1,27.54,CA,"not closed',
  "1009,1000100010,99213,,10/12/2026,1,27.54,CA,",
  '1010,1000100010,99213,,10/13/2026,1,27.54,CA,"',
  '1011,1000100010,99213,,10/13/2026,1,"$27.54",CA,',
];
const FILE = { name: "every kind.csv", mimeType: "text/csv", buffer: Buffer.from([...CLAIMS, ""].join("\r\n")) };

async function reprice(page: Page): Promise<void> {
  await page.getByLabel(/^Choose a(?:nother)? file/).setInputFiles(FILE);
  await page.getByRole("button", { name: /^Reprice / }).click();
  await page.getByRole("heading", { name: "Download" }).waitFor();
}

const sideways = (page: Page, caption: string) =>
  page.getByRole("region", { name: caption, exact: true }).evaluate((place) => place.scrollWidth - place.clientWidth);

describe("a repriced file", () => {
  test("fits a window of 1280 pixels with all columns of its totals, and says what its lines lack", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice", { viewport: { width: 1280, height: 900 } });
    await reprice(page);
    const unclosed = page.getByRole("heading", { name: /within a quoted cell: a quotation mark is not closed\.$/ });
    await unclosed.waitFor();
    await page.getByText(/^1 line is of Nevada, and these rates have nothing of that state/).waitFor();
    const compared = page.getByRole("region", { name: "What was compared" });
    await compared.getByText(/^1 underpaid line has a takeback with the same "Claim ID" in this file/).waitFor();
    await page.getByText("+ owed to us: paid below the rate.").waitFor();
    await page.getByText("Paid above the rate", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    const table = page.getByRole("table", { name: "Variance by code" });
    await expect.poll(() => table.getByRole("columnheader").count()).toBeGreaterThan(13);
    expect(await sideways(page, "Variance by code")).toBe(0);
    expect(await faultsWithin(page, "main")).toEqual([]);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("fits a phone, where its totals are cards and its bars are high enough for a finger", async () => {
    const { page, mistakes, close } = await explorer.open("/reprice", { viewport: { width: 390, height: 844 } });
    await reprice(page);
    const heights = await page
      .locator(".variance-chart [role=button], .variance-chart input")
      .evaluateAll((marks) => marks.map((mark) => mark.closest("g")?.getBoundingClientRect().height ?? 0));
    expect(heights.length).toBeGreaterThan(1);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("table", { name: "Variance by code" }).waitFor();
    expect(await sideways(page, "Variance by code")).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("rows of a basket are cards on a phone", async () => {
  const { page, mistakes, close } = await explorer.open("/basket", { viewport: { width: 390, height: 844 } });
  await page.getByLabel("Name of a new basket").fill("Clinic visits");
  await page.getByRole("button", { name: "Create basket" }).click();
  await page.getByLabel("Lines", { exact: true }).fill("99213 1000100010 10/1/2026\n71046-26 1000100010 10/1/2026");
  await page.getByRole("button", { name: "Add rows" }).click();
  await page.getByText(/^2 rates come to /).waitFor();
  expect(await sideways(page, "Rows of Clinic visits")).toBe(0);
  await page.getByText("$27.54").waitFor();
  await expect.poll(() => page.locator(".narrow-only").filter({ hasText: "Oct 1, 2026" }).count()).toBe(2);
  expect(await page.locator("td.wide-only").first().isVisible()).toBe(false);
  expect(await faultsWithin(page, ".basket")).toEqual([]);
  expect(mistakes).toEqual([]);
  await close();
});
