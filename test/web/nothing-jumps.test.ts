import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Explorer } from "./support/explorer.ts";

/* What is on the screen stays where it is while the rest arrives (layout shift), and the first paint says what Ratebook is. */

const SHIFT_MAX = 0.05;

let explorer: Explorer;

beforeAll(async () => {
  explorer = await Explorer.ofRun();
});

afterAll(() => explorer.end());

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

interface Shifted {
  /** The layout shift since the page was opened, as browsers count it. */
  readonly sum: number;
  /** What moved, and from where to where: for the message of a failure. */
  readonly moved: readonly string[];
}

async function layoutShift(page: Page): Promise<Shifted> {
  return await page.evaluate(
    () =>
      new Promise<Shifted>((resolve) => {
        let sum = 0;
        const moved: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            if (hadRecentInput) continue;
            sum += value;
            for (const { node, previousRect: from, currentRect: to } of sources) {
              const { nodeName, className } = (node ?? document.body) as Element;
              moved.push(`${nodeName}.${className}: ${from.y} to ${to.y}, height ${from.height} to ${to.height}`);
            }
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Entries of a frame are there after the next one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve({ sum, moved }))));
      }),
  );
}

const NO_RATE = "/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140&date_of_service=2019-01-01";
const PERCENT = "/?state=ga&setting=outpatient&billing_code=99284&npi=1200010142";
const BY_NAME = "/?state=ca&setting=outpatient&billing_code=99213&provider_name=medical";

describe("nothing jumps while the answer arrives", () => {
  test.each([
    ["a price with alternatives, wide", "/", { width: 1440, height: 900 }],
    ["a price with alternatives, on a phone", "/", { width: 390, height: 844 }],
    ["no rate, wide", NO_RATE, { width: 1440, height: 900 }],
    ["a percentage of charges, on a tall screen", PERCENT, { width: 1600, height: 2000 }],
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
    const { sum, moved } = await layoutShift(page);
    expect(sum, moved.join("\n")).toBeLessThan(SHIFT_MAX);
    expect(mistakes).toEqual([]);
    await close();
  });
});

test("the first paint says what Ratebook is, and the page says it until the price is there", async () => {
  const { page, close } = await explorer.open("/livez");
  const words = page.getByText("What Medicaid pays for a service, calculated from published rates");
  let go: () => void = () => {};
  const isTime = new Promise<void>((resolve) => {
    go = resolve;
  });
  const held = async (route: { continue(): Promise<void> }) => {
    await isTime;
    await route.continue();
  };
  await page.route("**/assets/*.js", held);
  await page.route("**/explain?*", held);
  // The document is there; its script is held.
  await page.goto(explorer.at("/"), { waitUntil: "commit" });
  await words.waitFor();
  await expect.poll(() => page.locator("header").count()).toBe(0);
  await page.unroute("**/assets/*.js", held);
  go();
  await page.getByRole("heading", { level: 2, name: "$24.00" }).waitFor();
  await expect.poll(() => words.count()).toBe(0);
  await close();
});
