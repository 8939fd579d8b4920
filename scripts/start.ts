import { join } from "node:path";
import { product } from "../src/cli/product.ts";
import { addressOf } from "../src/operations/address.ts";
import { configurationFrom, type ServerChoices, serverSettings } from "../src/operations/configuration.ts";
import { isLoopbackName } from "../src/operations/loopback.ts";
import { runServer } from "../src/operations/server.ts";
import type { Started } from "../src/operations/service.ts";
import { isOutside } from "../src/reading/failure.ts";
import { buildPage } from "./page/build.ts";
import { demoKey } from "./start/demo-key.ts";
import { firstLookups } from "./start/first-lookups.ts";
import { sampleRelease } from "./start/sample-release.ts";

/*
 * npm start: the sample data on this machine, ready for a first lookup. Settings are variables, as for the server;
 * PORT is understood too.
 */

const root = join(import.meta.dirname, "..");
const work = join(root, ".ratebook");

function configuration(release: string): ServerChoices {
  const { PORT, RATEBOOK_PORT = PORT, ...others } = process.env;
  const read = configurationFrom(serverSettings, {
    // Newcomers have come to see answers; requests are logged when asked for.
    RATEBOOK_LOG_LEVEL: "warn",
    RATEBOOK_HOME: join(work, "home"),
    ...others,
    RATEBOOK_PORT,
    RATEBOOK_RELEASE: release,
  });
  // The demo key lives in a home of its own, so that it works nowhere but here.
  return isLoopbackName(read.host) ? { ...read, home: join(work, "demo") } : read;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function start(): Promise<void> {
  await buildPage(root);
  const release = await sampleRelease(root, work);
  const settings = configuration(release);
  const key = isLoopbackName(settings.host) ? demoKey(settings.home) : null;
  const tell = (started: Started) => {
    const address = addressOf(settings.host, started.port);
    say(`\nOpen ${address} in a browser: look a price up, see why, reprice a file.\n`);
    say(`It serves ${started.release.name} ${started.release.version}; ${address}/readyz tells what of it is real.\n`);
    if (key === null) {
      say(`There is no demo key on an address that others can reach. Make a key of your own:`);
      say(`  bin/ratebook keys create --home ${settings.home} --name me --states ca`);
    } else {
      say(`Demo key: ${key.token} (for this sample on this machine only)\n`);
      say(`Documentation: ${address}/docs\n\nTry:\n`);
      for (const line of firstLookups(address, key.token)) say(line);
    }
    say("\nStop with Ctrl+C.");
  };
  await runServer(settings, product, tell, key?.id ?? null);
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
