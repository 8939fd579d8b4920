import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});
afterAll(() => explorer.end());

/** A pneumonia with a cost outlier in Georgia. */
const STAY =
  "state=ga&setting=inpatient&billing_code=139-3&npi=1200010142&length_of_stay=12&total_charges=210000&admit_date=2026-10-01";

test("a figure of the receipt is tried with another value, and reset", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${STAY}`);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const receipt = page.getByRole("region", { name: "How it is made" });
  await receipt.getByRole("button", { name: /0\.893/ }).click();
  expect(requested.filter((path) => path.endsWith("/what-if"))).toEqual([]);
  await receipt.getByRole("button", { name: "Try another value" }).click();

  const section = page.getByRole("region", { name: "Try other figures" });
  const share = section.getByRole("textbox", { name: /outlier percentage/i });
  await share.waitFor();
  await expect.poll(() => share.evaluate((field) => field === document.activeElement)).toBe(true);
  await share.fill("0.9");
  await share.press("Enter");
  const price = section.locator(".what-if-price");
  await price.waitFor();
  expect(await price.textContent()).toBe("$28,588.25 with your figures, +$173.09. Published: $28,415.16.");
  const rows = await section.getByRole("row").allTextContents();
  expect(rows).toHaveLength(4);
  expect(rows[1]).toContain("$19,736.19");
  expect(rows[1]).toContain("$19,890.90");
  expect(await accessibilityFaults(page)).toEqual([]);

  // What was published is still the answer.
  expect(await page.locator(".price").textContent()).toBe("$28,415.16");
  await section.getByRole("button", { name: "Reset" }).click();
  expect(await price.count()).toBe(0);
  expect(await share.inputValue()).toBe("");
  expect(mistakes).toEqual([]);
  await close();
});

test("what is no figure is said at its field, also where the service knows better", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${STAY}`);
  const section = page.getByRole("region", { name: "Try other figures" });
  await section.getByRole("button", { name: "Change figures" }).click();
  const base = section.getByRole("textbox", { name: /base rate/i });
  await base.fill("much");
  await section.getByRole("button", { name: "Price with these figures" }).click();
  await section.getByText("Enter a number, such as 0.9.").waitFor();
  await base.fill("$6,345.789");
  await base.press("Enter");
  await section.getByText("Enter a plain decimal of 0 or more, at most 2 decimals.").waitFor();
  expect(await base.getAttribute("aria-invalid")).toBe("true");
  expect(await accessibilityFaults(page)).toEqual([]);
  // The browser logs the refusal itself.
  expect(mistakes.filter((mistake) => !mistake.includes("400"))).toEqual([]);
  await close();
});

test("figures of many providers are not offered", async () => {
  const { page, close } = await explorer.open("/?state=ga&setting=inpatient&billing_code=560-1&provider_name=hospital");
  await page.getByRole("region", { name: "How it is made" }).waitFor();
  expect(await page.getByRole("region", { name: "Try other figures" }).count()).toBe(0);
  await close();
});
