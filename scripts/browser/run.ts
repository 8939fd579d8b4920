import { isOutside } from "../../src/core/runtime/failure.ts";
import { findBrowser } from "./find-browser.ts";

/*
 * npm run browser: says which Chromium the page is tested with. One that comes in a package is unpacked here, once, before
 * tests that run beside each other would do it at the same time.
 */

try {
  const { path } = await findBrowser();
  process.stderr.write(`ratebook: the page is tested with ${path}\n`);
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
