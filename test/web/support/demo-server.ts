import { join } from "node:path";
import { product } from "../../../src/cli/product.ts";
import { demoKey, sampleRelease } from "../../../src/cli/sample.ts";
import { addressOf } from "../../../src/serve/operations/address.ts";
import { configurationFrom, serverSettings } from "../../../src/serve/operations/configuration.ts";
import { runServer } from "../../../src/serve/operations/server.ts";

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
await runServer(settings, product, {
  onStarted: ({ port }) => {
    const address = addressOf(settings.host, port);
    process.stdout.write(`${JSON.stringify({ address, key: token, demoSecret: access.secret })}\n`);
  },
  demo: access,
});
