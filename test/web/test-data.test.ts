import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, colorFaults } from "./support/accessible.ts";
import { Explorer } from "./support/explorer.ts";

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(async () => {
  await explorer?.end();
});

const MADE_UP = /^TEST DATA All providers and [0-9]+ tables are made up, and [0-9]+ more in part\. Not for paying/;

describe("while sample data is served", () => {
  test("every view says so, on paper too, and leads to five steps for this machine", async () => {
    const { page, mistakes, close } = await explorer.open("/coverage?state=fl");
    const band = page.getByRole("complementary", { name: "Test data" });
    for (const view of ["Look up", "Reprice a file", "What changed", "Coverage"]) {
      await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
      await band.getByText(MADE_UP).waitFor();
    }
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => band.isVisible()).toBe(true);
    await expect.poll(() => band.getByRole("link").isVisible()).toBe(false);
    await page.emulateMedia({ media: null });

    await band.getByRole("link", { name: "Load real rates" }).click();
    await page.getByRole("heading", { name: "Load real rates" }).waitFor();
    await expect.poll(() => page.locator(".steps > li").count()).toBe(5);
    await page.getByLabel("State", { exact: true }).selectOption("Florida");
    await page.getByLabel("You started Ratebook with").selectOption("npx ratebook start");
    await page.getByText("npx ratebook init my-rates --states fl", { exact: true }).waitFor();
    await expect.poll(() => page.url()).toBe(`${explorer.address}/load-rates?state=fl`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colorFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(mistakes).toEqual([]);
    await close();
  });

  test("nothing jumps when the band comes, and the line of the data says how old the rates are", async () => {
    const { page, close } = await explorer.open("/load-rates", { viewport: { width: 390, height: 844 } });
    await page.getByRole("heading", { name: "Load real rates" }).waitFor();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          const observer = new PerformanceObserver((list) => {
            const shifts = list.getEntries() as unknown as { readonly value: number }[];
            done(shifts.reduce((sum, { value }) => sum + value, 0));
          });
          // Without any shift nothing is ever reported.
          observer.observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => done(0)));
        }),
    );
    expect(shift).toBeLessThan(0.02);
    await expect
      .poll(() => page.locator(".data-state").textContent())
      .toMatch(/^Ratebook sample [0-9.]+ · made up in part · rates as of Mar 2023 to Apr 2026$/);
    await close();
  });
});
