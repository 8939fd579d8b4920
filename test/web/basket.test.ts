import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-basket-"));
let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await explorer.end();
});

const KEPT_AS = "ratebook-baskets";
const LINES = "99213, 99214\t1000700140\t10/1/2026\n00840\t1000100010\t10/1/2026\nZ9999\t1000700140\t10/1/2026";

/** Creates a basket and fills it with lines; the table is priced afterwards. */
async function filled(page: Page, name: string, lines = LINES): Promise<void> {
  await page.getByLabel("Name of a new basket").fill(name);
  await page.keyboard.press("Enter");
  await page.getByLabel("Lines", { exact: true }).fill(lines);
  await page.getByRole("button", { name: "Add rows" }).click();
  await page.getByText(/rows?, California outpatient, priced with Ratebook sample/).waitFor();
}

async function changeStored(page: Page, change: (stored: Stored) => void): Promise<void> {
  const text = await page.evaluate((key) => localStorage.getItem(key), KEPT_AS);
  const stored = JSON.parse(text ?? "") as Stored;
  change(stored);
  await page.evaluate(
    ([key = "", changed = ""]) => localStorage.setItem(key, changed),
    [KEPT_AS, JSON.stringify(stored)],
  );
}

interface Stored {
  owner: { name: string };
  baskets: { name: string; release: object; rows: { kept?: { amount: string | null }[] }[] }[];
}

async function contentOf(download: Promise<Download>): Promise<Buffer> {
  const path = join(folder, (await download).suggestedFilename());
  await (await download).saveAs(path);
  return readFileSync(path);
}

/** A row of the table as one line; the first has the headings. */
async function tableRow(page: Page, place: number): Promise<string> {
  const rows = await page.getByRole("row").allInnerTexts();
  return (rows[place] ?? "").replaceAll(/\s+/g, " ");
}

describe("a basket", () => {
  test("is made of pasted lines by keyboard alone: priced as one table, with answers that are no amounts and lines that cannot be read", async () => {
    const { page, mistakes, close } = await explorer.open("/");
    await page.getByRole("link", { name: "Basket", exact: true }).click();
    await page.getByText("There is no basket yet.").waitFor();
    await page.getByLabel("Name of a new basket").focus();
    await page.keyboard.type("Knee codes");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Knee codes" }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?name=Knee+codes");
    await page.getByLabel("Lines", { exact: true }).fill(`${LINES}\n99213 Office 1000700140 10/1/2026`);
    // Past the day and into the button.
    await page.getByRole("button", { name: "Add rows" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("4 rows added.").waitFor();
    await page.getByRole("alert").getByText("1 line cannot be read and stays in the field.").waitFor();
    await expect
      .poll(() => page.getByLabel("Lines", { exact: true }).inputValue())
      .toBe("99213 Office 1000700140 10/1/2026");
    await page.getByText("2 rates come to $61.50. 2 more have no amount.").waitFor();
    const row = (place: number) => expect.poll(() => tableRow(page, place));
    await row(1).toMatch(/99213 .*Peña Family Medicine 1000700140 Oct 1, 2026 \$24\.00 .*Alternatives/);
    await row(3).toMatch(/Rate found, no dollar amount Not entered: anesthesia minutes\./);
    await row(4).toMatch(/No rate Procedure code Z9999 is not in the Medi-Cal fee schedule\./);
    expect(await accessibilityFaults(page)).toEqual([]);
    // The reader goes on at the next row, and at the title after the last.
    await page.getByRole("button", { name: /^Remove 99213/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("3 rows, California outpatient, priced with").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Remove 99214");
    await page.getByRole("link", { name: /^99214 at/ }).click();
    await page.getByRole("heading", { name: "$37.50" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("date_of_service")).toBe("2026-10-01");
    expect(mistakes).toEqual([]);
    await close();
  });

  test("shows the change in dollars against the release that it was priced with, and is downloaded with it", async () => {
    const { page, mistakes, close } = await explorer.open("/basket");
    await filled(page, "Knee codes");
    await changeStored(page, ({ baskets: [basket] }) => {
      if (basket === undefined) return;
      basket.release = { id: "2026.10 aaaaaaaaaaaa", name: "Ratebook sample", day: "2026-10-01" };
      for (const [place, amount] of ["20.10", "40.00"].entries()) {
        const kept = basket.rows[place]?.kept?.[0];
        if (kept !== undefined) kept.amount = amount;
      }
    });
    await page.reload();
    await page.getByRole("heading", { name: "+$1.40 in all" }).waitFor();
    await page.getByText("1 rate rose by $3.90 and 1 rate was cut by $2.50.").waitFor();
    await expect.poll(() => tableRow(page, 0)).toMatch(/Then, 2026\.10 Now, 20.* Change/);
    await expect.poll(() => tableRow(page, 1)).toMatch(/\$20\.10 \$24\.00 \+\$3\.90 \(\+19\.40 %\)/);
    expect(await faultsWithin(page, "main")).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });

    const csv = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    expect((await csv).suggestedFilename()).toMatch(/^basket-knee-codes-\d{4}-\d{2}-\d{2}\.csv$/);
    expect((await contentOf(csv)).toString()).toMatch(/^\ufeffState,[\s\S]*20\.10,24\.00,3\.90,19\.40/);
    await page.getByRole("button", { name: "Compare with these amounts from now on" }).click();
    await page.getByText("2 rates come to $61.50.").waitFor();
    await page.reload();
    await page.getByText("2 rates come to $61.50.").waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "in all" }).count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("waits for the limit of the key, and is emptied when another key takes its place", async () => {
    const { page, close } = await explorer.open("/basket");
    let refusals = 1;
    await page.route("**/rate/batch", async (route) => {
      refusals -= 1;
      if (refusals < 0) return route.continue();
      const problem = { status: 429, code: "rate_limited", title: "Too many lookups", detail: "Try again." };
      return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json: problem });
    });
    await page.getByLabel("Name of a new basket").fill("Knee codes");
    await page.keyboard.press("Enter");
    await page.getByLabel("Lines", { exact: true }).fill(LINES);
    await page.getByRole("button", { name: "Add rows" }).click();
    await page.getByText("Your key has reached its limit; pricing goes on in").waitFor();
    await page.getByText("2 rates come to $61.50.").waitFor();
    await page.unroute("**/rate/batch");
    // Another key takes the place of the one whose basket it is.
    await changeStored(page, (stored) => {
      stored.owner.name = "another key";
    });
    await page.goto(`${explorer.address}/basket`);
    await page.getByText("There is no basket yet.").waitFor();
    await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), KEPT_AS)).toBeNull();
    await close();
  });
});
