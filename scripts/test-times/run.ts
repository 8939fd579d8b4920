import { writeFileSync } from "node:fs";
import { startVitest } from "vitest/node";
import { TIMES_FILE } from "./budget.ts";

/* npm run test:times: runs all tests and writes how long each file takes. A clone has no earlier run by which vitest would order them. */

const vitest = await startVitest("test", [], { watch: false });
const times = vitest.state
  .getTestModules()
  .map((module): [string, number] => [module.relativeModuleId, Math.round(module.diagnostic().duration / 100) / 10])
  .filter(([, seconds]) => seconds > 1)
  .sort(([, one], [, other]) => other - one);
writeFileSync(TIMES_FILE, `${JSON.stringify(Object.fromEntries(times), null, 2)}\n`);
await vitest.close();
