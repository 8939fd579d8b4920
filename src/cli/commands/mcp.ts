import type { Command } from "commander";
import { getOverNetwork } from "../../mcp/network.ts";
import { serveTools } from "../../mcp/stdio.ts";
import { releaseName } from "../../release/release.ts";
import { getInMemory } from "../../serve/http/in-memory.ts";
import { isLoopbackName } from "../../serve/operations/address.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { commandIo, type ExitCode, notify, wrongUsage } from "../command-io.ts";
import { openRelease } from "../lookup-arguments.ts";
import { API_KEY_VARIABLE, isWritten } from "../options.ts";
import { serviceOver } from "../service-over-release.ts";

interface McpOptions {
  readonly release: string | null;
  readonly url: string | null;
  readonly timeZone: string | null;
  readonly staleAfter: number;
}

/** Serves the lookups as tools of an agent on standard input and output. */
export async function mcp(options: McpOptions, command: Command): Promise<ExitCode> {
  const { release, url } = chosen(options, command);
  await (url === null ? serveRelease(release as string, options) : serveServer(url, command));
  return 0;
}

async function serveRelease(file: string, { timeZone, staleAfter }: McpOptions): Promise<void> {
  const today = todayIn(timeZone);
  const release = openRelease(file);
  log(`answering from the release ${releaseName(release.description)}`);
  const service = serviceOver(release, {
    today,
    staleAfterMonths: monthsOrNever(staleAfter),
    reportFailure: (error) => log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  const loaded = [...release.states.values()].map(({ state }) => state);
  await serveTools(
    {
      states: loaded,
      get: (path, abandoned) => getInMemory(service.server, { path, headers: service.headers, abandoned }),
    },
    log,
  );
  service.close();
}

async function serveServer(url: string, command: Command): Promise<void> {
  if (isWritten(command, "timeZone") || isWritten(command, "staleAfter")) {
    throw wrongUsage("--time-zone and --stale-after are for --release: a server has its own.");
  }
  const key = commandIo().env[API_KEY_VARIABLE] ?? "";
  if (!KEY.test(key)) throw wrongUsage(`--url needs a key of that server in the variable ${API_KEY_VARIABLE}.`);
  log(`answering from the server ${url}`);
  if (isUnencrypted(url)) {
    log(
      `warning: the API key and every lookup travel to ${new URL(url).host} unencrypted (http). Use https if the server has it.`,
    );
  }
  await serveTools({ states, get: getOverNetwork(url, key) }, log);
}

/** Whether others on the way to a server can read the traffic. Traffic to this machine never leaves it. */
function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopbackName(hostname);
}

/** What a header can carry; a line break at the end of a key is a common mistake of files and shells. */
const KEY = /^[\x21-\x7e]+$/;

/** Commander's names for where a value came from, by precedence. */
const SOURCES = ["env", "cli"];

/** A release or a server, not both. The command line takes precedence over variables. */
function chosen({ release, url }: McpOptions, command: Command): Pick<McpOptions, "release" | "url"> {
  if (release === null && url === null) throw wrongUsage("Say what to answer from: --release FILE or --url ADDRESS.");
  if (release === null || url === null) return { release, url };
  const places = ["release", "url"].map((option) => SOURCES.indexOf(command.getOptionValueSource(option) ?? ""));
  const [ofRelease = 0, ofUrl = 0] = places;
  if (ofRelease === ofUrl) throw wrongUsage("Say --release or --url, not both.");
  return ofRelease > ofUrl ? { release, url: null } : { release: null, url };
}

/** Standard output carries only the protocol. */
function log(text: string): void {
  notify(`ratebook mcp: ${text}`);
}
