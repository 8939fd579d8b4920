import { readdirSync, readFileSync, statSync } from "node:fs";
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
  const sizes = sizeRows(sizesOfPage());
  if ((await browserToMeasureWith("first price visible")) === null) return sizes;
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
    return [firstPriceRow(priced, empty), ...sizes];
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

/** Gzipped bytes that a browser receives which has nothing of the page. */
interface PageSizes {
  /** For Look up: document, styles, icon and the first script. */
  readonly lookUp: number;
  /** For the view that needs the most scripts besides. */
  readonly largest: number;
  /** Every file, as if one reader opened every view. */
  readonly all: number;
}

function sizesOfPage(): PageSizes {
  const assets = join(ROOT, "web", "dist", "assets");
  const names = readdirSync(assets).filter((name) => !name.endsWith(".gz"));
  const gzipped = (path: string) => statSync(`${path}.gz`).size;
  const sum = (files: Iterable<string>) => [...files].reduce((bytes, name) => bytes + gzipped(join(assets, name)), 0);
  const scripts = names.filter((name) => name.endsWith(".js"));
  const first = scripts.filter((name) => name.startsWith("index-"));
  const shell = gzipped(join(ROOT, "web", "dist", "index.html")) + sum(names.filter((name) => !scripts.includes(name)));
  const views = scripts.map((name) => sum(withImports(assets, [...first, name])));
  return { lookUp: shell + sum(first), largest: shell + Math.max(...views), all: shell + sum(scripts) };
}

/** Scripts with all that they import, which a browser loads with them. What is imported later (`import(...)`) is not among it. */
function withImports(folder: string, scripts: readonly string[]): ReadonlySet<string> {
  const found = new Set(scripts);
  for (const script of found) {
    const text = readFileSync(join(folder, script), "utf8");
    for (const [, name = ""] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) found.add(name);
  }
  return found;
}

function sizeRows({ lookUp, largest, all }: PageSizes): Row[] {
  const size = (what: string, bytes: number, budget: number): Row => ({
    what: `page: gzipped size, ${what}`,
    measured: `${bytes.toLocaleString("en")} bytes`,
    floor: `${(all / KILOBYTE).toFixed(0)} KB all views`,
    value: bytes / KILOBYTE,
    unit: " KB",
    budget,
    stretch: 60,
    better: "less",
  });
  return [size("Look up", lookUp, 100), size("the largest view", largest, 130)];
}
