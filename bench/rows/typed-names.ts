import { type Browser, chromium, type Page } from "playwright-core";
import { browserToMeasureWith } from "../support/browser.ts";
import { NAME_FRAGMENTS } from "../support/lookups.ts";
import type { Row } from "../support/row.ts";
import type { Served } from "../support/server.ts";
import { median, percentile } from "../support/statistics.ts";

/** From typing part of a name until the list is there, with the pause that tells typing from having typed. */
export async function measureTypedNames({ port, key }: Served, state: string): Promise<Row[]> {
  const found = await browserToMeasureWith("names as they are typed");
  if (found === null) return [];
  const browser = await chromium.launch({ executablePath: found.path, args: [...found.args] });
  try {
    const page = await openedWith(browser, `http://127.0.0.1:${port}`, key, `/?state=${state}&setting=outpatient`);
    const field = page.getByRole("combobox", { name: "Provider", exact: true });
    await field.waitFor();
    const answered: number[] = [];
    const shown: number[] = [];
    // The first round is of code that is not compiled yet.
    for (const round of [0, 1, 2]) {
      for (const fragment of NAME_FRAGMENTS) {
        await field.fill("");
        const answer = page.waitForResponse((response) => response.url().includes("/providers/find?"));
        const start = performance.now();
        await field.fill(fragment);
        await page
          .locator(".combobox-foot")
          .getByText(/^[\d,]+ of [\d,]+|^No provider/)
          .waitFor();
        const until = performance.now() - start;
        const request = (await answer).request();
        await request.response().then((response) => response?.finished());
        if (round === 0) continue;
        shown.push(until);
        answered.push(request.timing().responseEnd - request.timing().requestStart);
      }
    }
    return [typedNamesRow(shown, answered)];
  } finally {
    await browser.close();
  }
}

function typedNamesRow(shown: readonly number[], answered: readonly number[]): Row {
  return {
    what: "page: names as they are typed, list shown, p99",
    measured: `median ${median(shown).toFixed(0)} ms`,
    floor: `${percentile(answered, 99).toFixed(0)} ms the API's answer, p99`,
    value: percentile(shown, 99),
    unit: " ms",
    budget: 300,
    stretch: 200,
    better: "less",
  };
}

/** The page after the key was given. */
async function openedWith(browser: Browser, address: string, key: string, path: string): Promise<Page> {
  const context = await browser.newContext();
  await context.request.post(`${address}/session`, { headers: { authorization: `Bearer ${key}`, origin: address } });
  const page = await context.newPage();
  await page.goto(address + path);
  return page;
}
