import type { Response } from "playwright-core";
import { Explorer } from "../../test/web/support/explorer.ts";
import { median, type Result } from "../result.ts";

const VISITS = 7;
const KILOBYTE = 1000;
/** Gzipped kilobytes of a first visit: to the first view, and to the one with the most scripts. */
const SIZES_MAX = { "/": 100, "/reprice": 130 };

/** What a person waits for who opens the page for the first time, and how much of it is sent. */
export async function measurePage(): Promise<readonly Result[]> {
  const explorer = await Explorer.start();
  try {
    const empty: number[] = [];
    const priced: number[] = [];
    // The first visit starts the browser's and the server's own machinery.
    for (let visit = 0; visit <= VISITS; visit += 1) {
      const emptyTime = await visitTime(explorer, "/livez", "body");
      const pricedTime = await visitTime(explorer, "/", "h2.price");
      if (visit === 0) continue;
      empty.push(emptyTime);
      priced.push(pricedTime);
    }
    const results: Result[] = [
      {
        what: "page: first price visible on the sample",
        measured: `longest ${Math.max(...priced).toFixed(0)} ms`,
        floor: `${median(empty).toFixed(0)} ms a line of text in the same browser`,
        value: median(priced) / 1000,
        unit: " s",
        budget: 1,
      },
    ];
    for (const [path, budget] of Object.entries(SIZES_MAX)) results.push(await sizeOf(explorer, path, budget));
    return results;
  } finally {
    await explorer.end();
  }
}

/** Milliseconds until something is seen by a browser that has never been here: no cookie, nothing kept. */
async function visitTime(explorer: Explorer, path: string, seen: string): Promise<number> {
  const { page, close } = await explorer.open("/livez");
  const start = performance.now();
  // Not until everything is loaded: what is measured is when it can be read.
  await page.goto(explorer.at(path), { waitUntil: "commit" });
  await page.locator(seen).waitFor();
  const milliseconds = performance.now() - start;
  await close();
  return milliseconds;
}

/** The document with its scripts and styles, as the browser received them. */
async function sizeOf(explorer: Explorer, path: string, budget: number): Promise<Result> {
  const { page, close } = await explorer.open("/livez");
  const received: Response[] = [];
  page.on("response", (response) => received.push(response));
  await page.goto(explorer.at(path), { waitUntil: "networkidle" });
  // Answers of the API are not part of the page.
  const ofPage = received.filter((each) => each.request().isNavigationRequest() || each.url().includes("/assets/"));
  const compressed = await Promise.all(
    ofPage.map(async (response) => (await response.request().sizes()).responseBodySize),
  );
  const whole = await Promise.all(ofPage.map(async (response) => (await response.body()).length));
  await close();
  const kilobytes = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0) / KILOBYTE;
  return {
    what: `page: size of a first visit to ${path}`,
    measured: `${ofPage.length} files`,
    floor: `${kilobytes(whole).toFixed(0)} KB uncompressed`,
    value: kilobytes(compressed),
    unit: " KB",
    budget,
  };
}
