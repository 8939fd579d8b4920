import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Postgres, startPostgres } from "../../test/support/postgres/server.ts";
import { COUNTING } from "./database-load.ts";
import { processorMilliseconds } from "./processes.ts";
import { createKey, newHome, RATEBOOK, type Served, serveFrom } from "./server.ts";

/** As an operator runs it: what is committed is on the disk. */
const SAFE = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];

/** More lookups a minute than two nodes can answer here, and so few that what they borrow is as small as with a limit that is felt. */
const RATE = ["--rate", "3000000"];

/** Nodes over one PostgreSQL. */
export interface Nodes {
  readonly nodes: readonly Served[];
  readonly postgres: Postgres;
  readonly pushSeconds: number;
  /** Of each node: all chunks fetched, compared, written, and the file opened with every block and rule. */
  readonly pullSeconds: readonly number[];
  /** Of the whole server, so far. */
  postgresProcessorMilliseconds(): number;
  stop(): Promise<void>;
}

export async function serveNodes(release: string, count: number): Promise<Nodes> {
  const postgres = await startPostgres([...SAFE, ...COUNTING]);
  const place = ["--database", postgres.url];
  const start = performance.now();
  execFileSync(RATEBOOK, ["releases", "push", release, "--activate", ...place], { stdio: "ignore" });
  const pushSeconds = (performance.now() - start) / 1000;
  const key = createKey(place);
  const nodes: Served[] = [];
  const pullSeconds: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const home = newHome();
    const log = join(home, "server.log");
    nodes.push(await serveFrom(home, key, [...place, ...RATE, "--log-file", log]));
    pullSeconds.push(pullTime(log));
  }
  const postmaster = Number(readFileSync(join(postgres.data, "postmaster.pid"), "utf8").split("\n")[0]);
  return {
    nodes,
    postgres,
    pushSeconds,
    pullSeconds,
    postgresProcessorMilliseconds: () => processorMilliseconds(postmaster),
    stop: async () => {
      for (const node of nodes) await node.stop();
      await postgres.remove();
    },
  };
}

/** From the log of a node. */
function pullTime(log: string): number {
  const lines = readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly event: string; readonly time: string });
  const at = (event: string) => Date.parse(lines.find((line) => line.event === event)?.time ?? "");
  return (at("release_pulled") - at("release_pulling")) / 1000;
}

/** Servers that share a key and nothing else. */
export async function serveApart(release: string, count: number): Promise<Served[]> {
  const homes = Array.from({ length: count }, newHome);
  const [first, ...others] = homes as [string, ...string[]];
  const key = createKey(["--home", first]);
  const exported = join(first, "keys.json");
  execFileSync(RATEBOOK, ["keys", "export", "--home", first, "--out", exported], { stdio: "ignore" });
  for (const home of others) {
    execFileSync(RATEBOOK, ["keys", "import", exported, "--home", home], { stdio: "ignore" });
  }
  const servers: Served[] = [];
  for (const home of homes) {
    const log = ["--log-file", join(home, "server.log")];
    servers.push(await serveFrom(home, key, ["--release", release, ...RATE, ...log]));
  }
  return servers;
}
