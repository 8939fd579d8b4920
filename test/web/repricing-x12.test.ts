import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXAMPLE_CLAIMS, EXAMPLE_REMITTANCE } from "../reprice/x12/support/example-remittance.ts";
import { MARKERS } from "../reprice/x12/support/generator.ts";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

/* A remittance on the page: alone, with its claims, with a file that has none, and what became of it. */

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

test("only a remittance can have claims beside it, and another file takes them away; with them it adds up, and what was not owed stands apart", async () => {
  const { page, mistakes, close } = await explorer.open("/reprice");
  await chooseFile(page).setInputFiles(REMITTANCE);
  await chooseClaims(page).waitFor();
  await page.getByText("X12 835 (remittance), 1 payment, 7 claims, 9 lines").waitFor();
  expect(await faultsWithin(page, "main")).toEqual([]);

  // The remittance itself is no file of claims: the refusal names the second file, and leaving it out is enough.
  await chooseClaims(page).setInputFiles(file("again.835", EXAMPLE_REMITTANCE));
  await page.getByRole("alert").getByText("the second file is for the claims (837) of a remittance").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Reprice / }).count()).toBe(0);
  await page.getByRole("button", { name: "Leave out again.835" }).click();
  await page.getByRole("button", { name: "Reprice remit.835" }).waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);

  await chooseClaims(page).setInputFiles(CLAIMS);
  await page.getByText("joined with the file with the claims").waitFor();
  await chooseFile(page).setInputFiles(CLAIMS);
  await page.getByRole("button", { name: "Reprice batch.837" }).waitFor();
  await page.getByText("X12 837P and 837I (claims), 7 claims, 9 lines").waitFor();
  await expect.poll(() => chooseClaims(page).count()).toBe(0);

  await chooseFile(page).setInputFiles(REMITTANCE);
  await chooseClaims(page).setInputFiles(CLAIMS);
  await page.getByText("joined with the file with the claims").waitFor();
  await page.getByRole("button", { name: "Reprice remit.835" }).click();
  await page.getByRole("heading", { name: "The remittance" }).waitFor();
  const main = page.locator("main");
  for (const sentence of [
    "7 claims, 9 lines. Payment $118.00 = claims $123.00 - provider adjustments $5.00: adds up.",
    "The lines of this summary have $108.00 of it and the rejected lines $15.00: adds up.",
    "1 line of the claims has no counterpart in the remittance (1 whole claim, first A-UNANSWERED).",
    "4 lines were not owed by Medicaid: denied (1), covered by a plan (1), reversed (1), reversal (1)",
  ]) {
    await expect.poll(() => main.textContent()).toContain(sentence);
  }
  await expect.poll(() => page.locator(".verdicts").textContent()).toContain("$12.00");
  // The rejected lines are a file of their own, which the page reads after the summary.
  await page.getByText('the line has revenue code "0120" alone').first().waitFor();
  await page.getByText("Adjustments by group and reason").first().click();
  await page.getByRole("row").filter({ hasText: "sent after the filing limit" }).waitFor();
  await page.getByRole("row").filter({ hasText: "PAYER-A-UNITS" }).first().waitFor();
  // The whole page, with what arrived last.
  const shown = (await main.textContent()) ?? "";
  for (const marker of Object.values(MARKERS)) expect(shown).not.toContain(marker);
  await close();
  expect(mistakes).toEqual([]);
});
