import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

const EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules about colours, which are all that another colour scheme can change for what is already checked. */
const COLORS = ["cat.color"];

/**
 * What axe finds against WCAG 2.2 AA on a page as it is now; an empty list when it is accessible. It takes longer than opening the page: once for
 * each view in each look (light, dark, phone).
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  return await faultsBy(EVERYTHING, page, ["html"]);
}

/** The same of parts of a page alone: of what a test opened on a view that is checked whole elsewhere. */
export async function faultsWithin(page: Page, ...parts: readonly [string, ...string[]]): Promise<readonly string[]> {
  return await faultsBy(EVERYTHING, page, parts);
}

/** The same of the colours alone, for a view, or parts of it, that was checked in the other colour scheme just now. */
export async function colorFaults(page: Page, ...parts: readonly string[]): Promise<readonly string[]> {
  return await faultsBy(COLORS, page, parts.length === 0 ? ["html"] : parts);
}

async function faultsBy(tags: readonly string[], page: Page, parts: readonly string[]) {
  // An answer that is on its way fades what stands there.
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null, null, { polling: 50 });
  // By the debugger: the page's own policy lets no other script in. Once for each page that is loaded.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const violations: readonly Violation[] = await page.evaluate(
    async ([values, include]) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
      };
      const options = {
        runOnly: { type: "tag", values },
        // What passed is not described, which takes longer than finding out; what failed is described by its HTML.
        resultTypes: ["violations"],
        selectors: false,
        // The rules in use read no style sheets, and the page has no audio or video.
        preload: false,
      };
      return (await axe.run({ include }, options)).violations;
    },
    [tags, parts.map((selector) => [selector])] as const,
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
