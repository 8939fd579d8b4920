import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults, colorFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(async () => {
  await explorer?.end();
});

test("while sample data is served every view says so, on paper too, and leads to the steps for this machine", async () => {
  const { page, mistakes, close } = await explorer.open("/coverage?state=fl");
  const band = page.getByRole("complementary", { name: "Test data" });
  for (const view of ["Look up", "Reprice a file", "What changed", "Coverage"]) {
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
    await band.getByText(/^TEST DATA .* Not for paying/).waitFor();
  }
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => band.isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  await band.getByRole("link", { name: "Load real rates" }).click();
  await page.getByLabel("State", { exact: true }).selectOption("Florida");
  await page.getByLabel("You started Ratebook with").selectOption("npx ratebook start");
  await page.getByText("npx ratebook init my-rates --states fl", { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await colorFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(mistakes).toEqual([]);
  await close();
});
