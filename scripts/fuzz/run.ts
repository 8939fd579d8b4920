import { tuneGarbageCollection } from "../../src/cli/garbage-collection.ts";
import type { Budget } from "../fire/budget.ts";
import { knownLookups } from "../fire/known-lookups.ts";
import { PROMISED } from "../fire/patience.ts";
import { Random } from "../fire/random.ts";
import { runTool, type Work } from "../fire/run-tool.ts";
import { compiled, madeKey } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import { baseOf, checkSettled } from "../fire/settling.ts";
import { fuzzBatches } from "./batch-fuzz.ts";
import { fuzzBytes } from "./byte-fuzz.ts";
import { fuzzDatasets } from "./dataset-fuzz.ts";
import type { FuzzedServer } from "./fuzzed-server.ts";
import { fuzzImports } from "./import-fuzz.ts";
import { huntedServer, huntLeaks } from "./leak-hunt.ts";
import { fuzzRequests } from "./request-fuzz.ts";
import { fuzzSessions } from "./session-fuzz.ts";
import { fuzzUploads } from "./upload-fuzz.ts";

/*
 * npm run fuzz: what no client, analyst or publisher sends on purpose, sent in quantity (docs/contributing/reliability.md).
 */

/** How the time is divided; datasets get most of it, since a hundred thousand of them are wanted. */
const SHARES = { requests: 0.2, bytes: 0.1, uploads: 0.2, sessions: 0.05, datasets: 0.4, imports: 0.05 } as const;
type Part = keyof typeof SHARES;
const PARTS = Object.keys(SHARES) as readonly Part[];
/** Those that one server is tried with. */
const OF_A_SERVER: readonly Part[] = ["requests", "bytes", "uploads", "sessions"];
/** The fewest that say anything, however short the run. */
const TRIES_MIN = 50;
const LOOKUPS = 200;

const tool = { name: "fuzz", about: "sends invalid requests and checks every answer", minutes: 10, parts: PARTS };
tuneGarbageCollection();
await runTool(tool, run);

async function run({ options: { seed, minutes, only }, workspace, findings }: Work): Promise<void> {
  const random = new Random(seed);
  const wanted = PARTS.filter((part) => only.length === 0 || only.includes(part));
  const shares = wanted.reduce((sum, part) => sum + SHARES[part], 0);
  const budget = (part: Part, share = 1) => ({
    triesMin: TRIES_MIN,
    milliseconds: (minutes * 60_000 * SHARES[part] * share) / shares,
  });

  if (OF_A_SERVER.some((part) => wanted.includes(part))) {
    const release = await compiled(workspace.path("sample.db"));
    const home = workspace.path("home");
    const { key } = await madeKey(workspace, home, "--rate", "off");
    const server = await Server.start(workspace, ["--release", release, "--home", home]);
    const lookups = await knownLookups(release, random.branch("lookups"), LOOKUPS);
    const base = await baseOf(server, key, lookups);
    const tried = (name: string, limit: Budget): FuzzedServer => {
      const how = { random: random.branch(name), budget: limit, patience: PROMISED, findings };
      return { port: server.port, key, lookups, ...how };
    };
    if (wanted.includes("requests")) {
      await fuzzRequests(tried("requests", budget("requests", 0.8)));
      await fuzzBatches(tried("batches", budget("requests", 0.2)));
    }
    if (wanted.includes("bytes")) {
      await fuzzBytes(tried("bytes", budget("bytes")));
    }
    if (wanted.includes("uploads")) {
      await fuzzUploads(tried("uploads", budget("uploads")));
    }
    if (wanted.includes("sessions")) {
      await fuzzSessions(tried("sessions", budget("sessions")));
    }
    findings.check("the server lives", server.hasEnded ? server.said.slice(-2_000) : null, null);
    if (!server.hasEnded) await checkSettled(server, base, key, lookups, findings);
    await server.stop();
  }
  if (wanted.includes("datasets"))
    await fuzzDatasets(workspace, random.branch("datasets"), budget("datasets"), findings);
  if (wanted.includes("imports")) await fuzzImports(workspace, random.branch("imports"), budget("imports"), findings);
  if (wanted.includes("requests") || wanted.includes("uploads"))
    await huntLeaks(await huntedServer(workspace), seed, findings);
}
