import { join } from "node:path";
import { product } from "../src/cli/product.ts";
import { addressOf } from "../src/operations/address.ts";
import { configurationFrom, type ServerConfiguration, serverSettings } from "../src/operations/configuration.ts";
import { runServer } from "../src/operations/server.ts";
import { isOutside } from "../src/reading/failure.ts";
import { demoKey } from "./start/demo-key.ts";
import { firstLookups } from "./start/first-lookups.ts";
import { sampleRelease } from "./start/sample-release.ts";

/*
 * npm start: the sample data on this machine, ready for a first lookup. Settings are variables, as for the server;
 * PORT is understood too.
 */

const root = join(import.meta.dirname, "..");
const work = join(root, ".ratebook");

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function configuration(release: string): ServerConfiguration {
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
  return isLoopback(read.host) ? { ...read, home: join(work, "demo") } : read;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function start(): Promise<void> {
  const release = await sampleRelease(root, work);
  const settings = configuration(release);
  const key = isLoopback(settings.host) ? demoKey(settings.home) : null;
  await runServer(settings, product, (started) => {
    const address = addressOf(settings.host, started.port);
    say(`\nRatebook serves its sample data on ${address}`);
    say(`${started.release.name} ${started.release.version}; ${address}/readyz tells what of it is real.\n`);
    if (key === null) {
      say(`There is no demo key on an address that others can reach. Make a key of your own:`);
      say(`  bin/ratebook keys create --home ${settings.home} --name me --states ca`);
    } else {
      say(`Demo key: ${key} (for this sample on this machine only)\n`);
      say(`Documentation: ${address}/docs\n\nTry:\n`);
      for (const line of firstLookups(address, key)) say(line);
    }
    say("\nStop with Ctrl+C.");
  });
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
