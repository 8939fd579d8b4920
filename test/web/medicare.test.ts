import { afterAll, beforeAll, expect, test } from "vitest";
import { lookUpFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});
afterAll(() => explorer.end());

const VISIT = "state=ga&setting=outpatient&npi=1200050015&date_of_service=2025-10-15";

test("a price is compared with Medicare's when the reader wants it", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${VISIT}&billing_code=99213`);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const section = page.getByRole("region", { name: "Beside Medicare" });
  const button = section.getByRole("button", { name: "Compare with Medicare" });
  await button.waitFor();
  expect(requested.filter((path) => path.endsWith("/benchmark"))).toEqual([]);
  await button.click();
  const price = section.locator(".medicare-price");
  await price.waitFor();
  await expect
    .poll(() => price.textContent())
    .toBe("Medicare pays $89.24 in ATLANTA. Medicaid pays 103.62 % of it, +$3.23.");
  expect(await lookUpFaults(page)).toEqual([]);
  expect(mistakes).toEqual([]);
  await close();
});

test("why there is no comparison is said in its place, and stays have none", async () => {
  const { page, close } = await explorer.open(`/?${VISIT}&billing_code=J1642`);
  const section = page.getByRole("region", { name: "Beside Medicare" });
  await section.getByRole("button", { name: "Compare with Medicare" }).click();
  await section.getByText("Medicare has no price for J1642: status E").waitFor();
  await page.goto(
    `${new URL(page.url()).origin}/?state=ga&setting=inpatient&billing_code=139-3&npi=1200010142&length_of_stay=12&admit_date=2026-10-01`,
  );
  await page.getByRole("region", { name: "Calculation" }).waitFor();
  await expect.poll(() => section.count()).toBe(0);
  await close();
});
