import { type FoundBrowser, findBrowser } from "../../scripts/browser/find-browser.ts";
import { isOutside } from "../../src/core/runtime/failure.ts";
import { say } from "./report.ts";

/** The browser for a row about the page. Where there is none the row is left out, and it is said why. */
export async function browserToMeasureWith(row: string): Promise<FoundBrowser | null> {
  try {
    return await findBrowser();
  } catch (error) {
    if (!isOutside(error)) throw error;
    say(`The row "page: ${row}" is left out. ${error.message}`);
    return null;
  }
}
