import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});
afterAll(() => explorer.end());

/** A pneumonia with a cost outlier in Georgia. */
const STAY =
  "state=ga&setting=inpatient&billing_code=139-3&npi=1200010142&length_of_stay=12&total_charges=210000&admit_date=2026-10-01";

test("a figure of the receipt is tried with another value beside the published price; what is no figure is not priced", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${STAY}`);
  const requested: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/what-if") && searchParams.has("set")) requested.push(searchParams.get("set"));
  });
  await page
    .getByRole("region", { name: "Calculation" })
    .getByRole("button", { name: /0\.893/ })
    .click();
  await page.getByRole("button", { name: "Try another value" }).press("Enter");
  const section = page.getByRole("region", { name: "Try other figures" });
  const share = section.getByRole("textbox", { name: /outlier percentage/i });
  await expect.poll(() => share.evaluate((field) => field === document.activeElement)).toBe(true);
  // A comma that separates no thousands may be meant for a point.
  await share.fill("0,9");
  await share.press("Enter");
  await section.getByText("Enter a number, such as 0.9.").waitFor();
  await expect.poll(() => share.inputValue()).toBe("0,9");
  expect(requested).toEqual([]);

  await share.fill("0.9");
  await share.press("Enter");
  const price = section.locator(".what-if-price");
  await expect.poll(() => price.textContent()).toBe("$28,588.25 with your figures, +$173.09. Published: $28,415.16.");
  await expect.poll(() => section.getByRole("row").nth(1).textContent()).toContain("$19,736.19");
  await expect.poll(() => section.getByRole("row").nth(1).textContent()).toContain("$19,890.90");
  // What was published is still the answer.
  await expect.poll(() => page.locator("h2.price").textContent()).toBe("$28,415.16");
  // A price of earlier figures is marked while the fields say something else.
  await share.fill("abc");
  await share.press("Enter");
  await expect.poll(() => price.textContent()).toContain("with your earlier figures");
  await page.setViewportSize({ width: 390, height: 844 });
  const table = section.locator(".table-scroll");
  await expect.poll(() => table.evaluate((place) => place.scrollWidth - place.clientWidth)).toBe(0);
  expect(await faultsWithin(page, ".what-if")).toEqual([]);
  await section.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => price.count()).toBe(0);
  expect(mistakes).toEqual([]);
  await close();
});
