import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsWithin } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});
afterAll(() => explorer.end());

const VISIT = "state=ga&setting=outpatient&npi=1200050015&date_of_service=2025-10-15";

test("a price is compared with Medicare's when the reader wants it, and in the charts, the words and the tables below by itself", async () => {
  const { page, mistakes, close } = await explorer.open(`/?${VISIT}&billing_code=99213&compare.city=Atlanta`);
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
    .toBe("Medicare pays $89.24 in ATLANTA; Medicaid pays 103.62 % of it. The difference is +$3.23.");
  const history = page.getByRole("region", { name: "Over time" });
  await history.scrollIntoViewIfNeeded();
  const line = history.locator(".medicare-line");
  await line.waitFor();
  expect(await line.textContent()).toBe("Medicare pays $89.24 for the same; Medicaid pays 103.62 % of it.");
  expect(await history.locator("svg .beside").count()).toBe(1);
  expect(await history.locator("svg .beside-text").textContent()).toBe("Medicare $89.24");

  const comparison = page.getByRole("region", { name: "Compare with other providers" });
  await comparison.scrollIntoViewIfNeeded();
  const words = comparison.locator(".medicare-line");
  await words.waitFor();
  expect(await words.textContent()).toBe("Medicare pays $89.24 at this provider; Medicaid pays 103.62 % of it.");
  expect(await comparison.locator("svg .medicare-mark").count()).toBe(1);
  expect(await faultsWithin(page, "section:has(#medicare-title)", ".over-time", ".beside-others")).toEqual([]);
  expect(mistakes).toEqual([]);
  await close();
});

test("at a hospital Medicare's price is a fee without the facility, not what Medicare pays", async () => {
  const { page, close } = await explorer.open(
    "/?state=ca&setting=outpatient&npi=1000100010&billing_code=99213&date_of_service=2025-10-15",
  );
  const section = page.getByRole("region", { name: "Beside Medicare" });
  await section.getByRole("button", { name: "Compare with Medicare" }).click();
  const fee =
    /Medicare's physician fee for this code.* is \$[0-9.]+; what Medicare pays a hospital or surgical center is not/;
  await section.getByText(fee).waitFor();
  const history = page.getByRole("region", { name: "Over time" });
  await history.scrollIntoViewIfNeeded();
  await history.getByText(fee).waitFor();
  expect(await history.locator("svg .beside-text").textContent()).toMatch(/^Medicare physician fee \$/);
  expect(await page.locator("main").textContent()).not.toContain(" % of it");
  await close();
});

test("why there is no comparison is said in its place", async () => {
  const { page, close } = await explorer.open(`/?${VISIT}&billing_code=J1642`);
  const section = page.getByRole("region", { name: "Beside Medicare" });
  await section.getByRole("button", { name: "Compare with Medicare" }).click();
  await section.getByText("Medicare has no price for J1642: status E").waitFor();
  await close();
});
