import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../../scripts/page/build.ts";
import { Explorer } from "../../test/web/support/explorer.ts";
import { browserToMeasureWith } from "../support/browser.ts";
import { ROOT } from "../support/places.ts";
import type { Row } from "../support/row.ts";
import { median } from "../support/statistics.ts";

const VISITS = 7;
const KILOBYTE = 1000;

/** What a person waits for who opens the page for the first time, and how much of it is sent. */
export async function measurePage(): Promise<Row[]> {
  await buildPage(ROOT);
  const size = sizeRow(sizeOfPage());
  if ((await browserToMeasureWith("first price visible")) === null) return [size];
  const explorer = await Explorer.start();
  try {
    const empty: number[] = [];
    const priced: number[] = [];
    // The first starts the browser's and the server's own machinery.
    for (let visit = 0; visit <= VISITS; visit += 1) {
      const emptyTime = await visitTime(explorer, "/livez", "body");
      const pricedTime = await visitTime(explorer, "/", "h2.price");
      if (visit === 0) continue;
      empty.push(emptyTime);
      priced.push(pricedTime);
    }
    return [firstPriceRow(priced, empty), size];
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

function firstPriceRow(priced: readonly number[], empty: readonly number[]): Row {
  return {
    what: "page: first price visible on the sample",
    measured: `longest ${Math.max(...priced).toFixed(0)} ms`,
    floor: `${median(empty).toFixed(0)} ms a line of text in the same browser`,
    value: median(priced) / 1000,
    unit: " s",
    budget: 1,
    stretch: 0.5,
    better: "less",
  };
}

/** Document, script, styles and icon as they are sent. */
function sizeOfPage(): { readonly gzipped: number; readonly plain: number } {
  const folder = join(ROOT, "web", "dist");
  const sizes = (isCounted: (name: string) => boolean) =>
    [folder, join(folder, "assets")]
      .flatMap((place) => readdirSync(place, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && isCounted(entry.name))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return {
    gzipped: sizes((name) => name.endsWith(".gz")),
    plain: sizes((name) => /\.(?:html|js|css|svg)$/.test(name)),
  };
}

function sizeRow({ gzipped, plain }: { readonly gzipped: number; readonly plain: number }): Row {
  return {
    what: "page: gzipped size",
    measured: `${gzipped.toLocaleString("en")} bytes`,
    floor: `${(plain / KILOBYTE).toFixed(0)} KB as it is`,
    value: gzipped / KILOBYTE,
    unit: " KB",
    budget: 150,
    stretch: 60,
    better: "less",
  };
}
