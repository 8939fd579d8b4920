import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Explorer } from "./support/explorer.ts";

/* What is on the screen stays where it is while the rest arrives (layout shift). */

const SHIFT_MAX = 0.05;

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** The layout shift since the page was opened, as browsers count it. */
async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { value, hadRecentInput } of list.getEntries() as Shift[]) sum += hadRecentInput ? 0 : value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Entries of a frame are there after the next one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
}

const BY_NAME = "/?state=ca&setting=outpatient&billing_code=99213&provider_name=medical";

describe("nothing jumps while the answer arrives", () => {
  test.each([
    ["a price with alternatives, wide", "/", { width: 1440, height: 900 }],
    ["many results, on a phone", BY_NAME, { width: 390, height: 844 }],
  ])("%s", async (_, path, viewport) => {
    const { page, mistakes, close } = await explorer.open("/livez", { viewport });
    // The parts arrive one after the other, as over a slow connection.
    let turn = Promise.resolve();
    await page.route("**/api/v1/**", async (route) => {
      const response = await route.fetch();
      turn = turn.then(() => route.fulfill({ response }));
      await turn;
    });
    await page.goto(explorer.at(path));
    await page.locator(".answer-now.appears .price").waitFor();
    await page.locator(".over-time").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
    expect(mistakes).toEqual([]);
    await close();
  });
});
