import { dirname, join } from "node:path";
import type { Command } from "commander";
import { INSTALLATION } from "../../core/files/installation.ts";
import { API_PREFIX, RATE_PATHS } from "../../pricing/state/api-paths.ts";
import { addressOf, isLoopbackName } from "../../serve/operations/address.ts";
import { configurationFrom, type ServerChoices, serverSettings } from "../../serve/operations/configuration.ts";
import { homeIn } from "../../serve/operations/home.ts";
import { runServer } from "../../serve/operations/server.ts";
import type { Started } from "../../serve/operations/service.ts";
import { states } from "../../states/index.ts";
import { commandIo, type ExitCode, print } from "../command-io.ts";
import { makingKey } from "../first-steps.ts";
import { isWritten } from "../options.ts";
import { product } from "../product.ts";
import { addEarlierSample, demoAddress, demoKey, sampleRelease } from "../sample.ts";

interface StartOptions {
  readonly work: string;
  /** Null: that of the demo key; on an address that others can reach, the variables decide. */
  readonly home: string | null;
  /** Null: the default. */
  readonly host: string | null;
  /** Null: the variables decide. */
  readonly port: number | null;
}

/**
 * Serves the sample data on this machine, ready for a first lookup. Other settings are variables, as for the server; PORT is understood
 * too.
 */
export async function start(options: StartOptions, command: Command): Promise<ExitCode> {
  const release = await sampleRelease(INSTALLATION, options.work);
  const settings = configuration(release, options, command);
  const key = hasDemoKey(options, settings) ? await demoKey(settings.home) : null;
  // Other homes have releases of their own.
  if (dirname(settings.home) === options.work) {
    await addEarlierSample(INSTALLATION, homeIn(settings.home).releasesFolder);
  }
  const notify = (started: Started) => {
    const address = addressOf(settings.host, started.port);
    const opened = key === null ? address : demoAddress(address, key.access);
    print(`\nOpen ${opened} in a browser: look a price up, see why, reprice a file.\n`);
    print(`It serves ${started.release.name} ${started.release.version}; ${address}/release shows what of it is real.`);
    print(`Its home, with the keys, is ${settings.home}.\n`);
    if (key === null) {
      const reason = options.home === null ? "on an address that others can reach" : "in a home of your own";
      print(`There is no demo key ${reason}. Make a key of your own:`);
      print(`  ${makingKey(settings.home)}`);
    } else {
      print(`Demo key: ${key.token} (for this sample on this machine only)\n`);
      print(`Documentation: ${address}/docs\n\nTry:\n`);
      for (const line of firstLookups(address, key.token)) print(line);
    }
    print("\nStop with Ctrl+C.");
  };
  await runServer(settings, product, {
    onStarted: notify,
    demo: key?.access ?? null,
  });
  return 0;
}

function configuration(release: string, options: StartOptions, command: Command): ServerChoices {
  const { work, home, host, port } = options;
  const { PORT, RATEBOOK_PORT, ...others } = commandIo().env;
  const read = configurationFrom(serverSettings, {
    // Newcomers want to see answers; requests are logged on demand.
    RATEBOOK_LOG_LEVEL: "warn",
    // The sample has no proxy in front of it.
    RATEBOOK_DRAIN: "0",
    RATEBOOK_HOME: join(work, "home"),
    ...others,
    ...(home === null ? {} : { RATEBOOK_HOME: home }),
    ...(host === null ? {} : { RATEBOOK_HOST: host }),
    RATEBOOK_PORT: isWritten(command, "port") ? String(port) : RATEBOOK_PORT || PORT,
    RATEBOOK_RELEASE: release,
  });
  // The demo key has a separate home, so that it works only here.
  return hasDemoKey(options, read) ? { ...read, home: join(work, "demo") } : read;
}

/** The token of the demo key is kept in a file and printed: only the sample on this machine has it. */
function hasDemoKey({ home }: StartOptions, { host }: ServerChoices): boolean {
  return home === null && isLoopbackName(host);
}

/** A command line for each state. */
function firstLookups(address: string, key: string): readonly string[] {
  return states.flatMap(({ code, name, lookups }) =>
    lookups.slice(0, 1).flatMap(({ setting, examples: [example] }) => {
      if (example === undefined) return [];
      const url = `${address}${API_PREFIX}/${code}${RATE_PATHS[setting]}?${new URLSearchParams(example.query)}`;
      return [`# ${name}: ${example.title}`, `curl -H 'Authorization: Bearer ${key}' '${url}'\n`];
    }),
  );
}
