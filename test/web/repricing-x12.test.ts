import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXAMPLE_CLAIMS, EXAMPLE_REMITTANCE } from "../reprice/x12/support/example-remittance.ts";
import { MARKERS } from "../reprice/x12/support/generator.ts";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(async () => {
  await explorer.end();
});

const file = (name: string, text: string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});
const REMITTANCE = file("remit.835", EXAMPLE_REMITTANCE);
const CLAIMS = file("batch.837", EXAMPLE_CLAIMS);

const chooseFile = (page: Page) => page.getByLabel(/^Choose a(nother)? file/);
const chooseClaims = (page: Page) => page.getByLabel("Claims of this remittance (837)");

test("a remittance is joined with its claims, adds up, and shows what was not owed apart and no patient", async () => {
  const { page, mistakes, close } = await explorer.open("/reprice");
  await chooseFile(page).setInputFiles(REMITTANCE);
  await page.getByText("X12 835 (remittance), 1 payment, 7 claims, 9 lines").waitFor();
  // The remittance itself is no file of claims: the refusal names the second file, and leaving it out is enough.
  await chooseClaims(page).setInputFiles(file("again.835", EXAMPLE_REMITTANCE));
  await page.getByRole("alert").getByText("the second file is for the claims (837) of a remittance").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
  await page.getByRole("button", { name: "Leave out again.835" }).click();
  await chooseClaims(page).setInputFiles(CLAIMS);
  await page.getByText("joined with the file with the claims").waitFor();
  expect(await faultsWithin(page, "main")).toEqual([]);
  await page.getByRole("button", { name: "Reprice remit.835" }).click();
  await page.getByRole("heading", { name: "The remittance" }).waitFor();
  const main = page.locator("main");
  for (const figures of [
    "Payment $118.00 = claims $123.00 - provider adjustments $5.00: adds up.",
    "The lines of this summary have $108.00 of it and the rejected lines $15.00: adds up.",
    "4 lines were not owed by Medicaid: denied (1), covered by a plan (1), reversed (1), reversal (1)",
  ]) {
    await expect.poll(() => main.textContent()).toContain(figures);
  }
  await expect.poll(() => page.locator(".verdicts").textContent()).toContain("$12.00");
  // The rejected lines are a file of their own, which the page reads after the summary.
  await page.getByText('the line has revenue code "0120" alone').first().waitFor();
  const shown = (await main.textContent()) ?? "";
  for (const marker of Object.values(MARKERS)) expect(shown).not.toContain(marker);
  await close();
  expect(mistakes).toEqual([]);
});
