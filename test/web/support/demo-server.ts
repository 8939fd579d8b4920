import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { product, productOf } from "../../../src/cli/product.ts";
import { demoKey, sampleRelease } from "../../../src/cli/sample.ts";
import { LongWorkSupervisor } from "../../../src/serve/http/long-work/supervisor.ts";
import { addressOf } from "../../../src/serve/operations/address.ts";
import { configurationFrom, serverSettings } from "../../../src/serve/operations/configuration.ts";
import type { Product } from "../../../src/serve/operations/product.ts";
import { runServer } from "../../../src/serve/operations/server.ts";
import { states } from "../../../src/states/index.ts";
import { INSTALLED_VARIABLE } from "../../support/suite/installed.ts";

/* What `npm start` runs, on a port of its own and with a home that the test names. */

const [home = "", release = ""] = process.argv.slice(2);
const root = join(import.meta.dirname, "..", "..", "..");
const served = release === "" ? await sampleRelease(root, join(root, ".ratebook")) : release;
const settings = configurationFrom(serverSettings, {
  ...process.env,
  RATEBOOK_LOG_LEVEL: "warn",
  RATEBOOK_HOME: home,
  RATEBOOK_PORT: "0",
  RATEBOOK_RELEASE: served,
});
const { token, access } = await demoKey(home);
await runServer(settings, withInstalledThreads(), {
  onStarted: ({ port }) => {
    const address = addressOf(settings.host, port);
    process.stdout.write(`${JSON.stringify({ address, key: token, demoSecret: access.secret })}\n`);
  },
  demo: access,
});

/** In a run of tests, threads are those of the installed product, which start in a third of the time: each file that is sent starts some. */
function withInstalledThreads(): Product {
  const installed = process.env[INSTALLED_VARIABLE];
  if (installed === undefined) return product;
  const entryPoint = (name: string) => pathToFileURL(join(installed, "dist", "program", `${name}.js`));
  const supervisor = new LongWorkSupervisor(entryPoint("long-work-thread"));
  return productOf({
    states,
    supervisor: () => supervisor,
    // One process alone answers here.
    workerModule: entryPoint("worker"),
    comparisonModule: entryPoint("release-comparison-thread"),
    jobThreadModule: entryPoint("job-thread"),
  });
}
