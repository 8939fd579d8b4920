import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";
import { TimesReporter } from "./reporter.ts";

/*
 * npm run test:times -- [FILTER...] [--accept]: runs the tests, or those whose path contains a filter, and prints how much processor time each
 * file takes against its budget in test/times.json. --accept writes what was measured as the new budget (of all tests, on a quiet machine).
 */

const { values, positionals } = parseArgs({ allowPositionals: true, options: { accept: { type: "boolean" } } });
const vitest = await startVitest("test", positionals, {
  watch: false,
  reporters: ["default", new TimesReporter(values.accept === true && positionals.length === 0)],
});
await vitest.close();
