import { existsSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../../test/support/postgres/server.ts";
import { loadTables } from "../peer/tables.ts";
import { build } from "../rows/build.ts";
import { largeDataset } from "../support/dataset.ts";
import { get, sendEach, sendLoad } from "../support/load.ts";
import { NAME_FRAGMENTS, outpatientLookups, queryOf } from "../support/lookups.ts";
import { SAMPLE, WORK } from "../support/places.ts";
import { type Report, say } from "../support/report.ts";
import { TWO_CHARACTERS } from "../support/requests.ts";
import type { Row } from "../support/row.ts";
import { serve, serveHelper } from "../support/server.ts";
import { median, percentile } from "../support/statistics.ts";

const LOOKUP_SECONDS = 1.5;
const ROUNDS = 5;
const CONNECTIONS = 32;
const DISTINCT = 5_000;

/** Where a server answers the two questions, and with which key. */
interface Asked {
  readonly port: number;
  readonly search: string;
  readonly lookup: string;
  readonly key: string;
}

/** Equal requests to Ratebook and to PostgreSQL behind a bare server, over the same rows of California. */
export async function peer(providers = 1_000_000): Promise<Report> {
  const release = join(WORK, `${providers}.db`);
  say(`Making ${providers} providers ...`);
  const dataset = await largeDataset(SAMPLE, join(WORK, String(providers)), providers);
  if (!existsSync(release)) await build(dataset, release);
  const rows = await peerRows(dataset, release, providers);
  return { mode: "peer", about: `${providers.toLocaleString("en")} providers in one state`, rows };
}

export async function peerRows(dataset: string, release: string, providers: number): Promise<Row[]> {
  say("PostgreSQL ...");
  // Enough memory that nothing is read from the disk.
  const postgres = await startPostgres(["shared_buffers=1GB", "work_mem=64MB"]);
  const hasTrigrams = existsSync(join(postgres.programs.folder, "share/postgresql/extension/pg_trgm.control"));
  if (!hasTrigrams) say("This PostgreSQL comes without pg_trgm: names are searched without an index.");
  await loadTables(postgres.port, hasTrigrams, dataset);
  const server = await serveHelper("../peer/server.ts", [String(postgres.port)]);
  const served = await serve(release);
  try {
    const { port, key } = served;
    const ours = { port, key, search: "/api/v1/ca/providers/search", lookup: "/api/v1/ca/outpatient/rate" };
    const theirs = { port: server.port, key: "", search: "/providers/search", lookup: "/fee" };
    return [
      ...(await searches("provider search", NAME_FRAGMENTS, ours, theirs)),
      ...(await searches("provider search by two characters", TWO_CHARACTERS, ours, theirs)),
      await lookups(ours, theirs, providers),
    ];
  } finally {
    await served.stop();
    await server.stop();
    await postgres.remove();
  }
}

async function searches(what: string, fragments: readonly string[], ours: Asked, theirs: Asked): Promise<Row[]> {
  const latencies = async ({ port, search, key }: Asked) => {
    const requests = fragments.map((name) =>
      get(`${search}?${new URLSearchParams({ provider_name: name, limit: "20" })}`, key),
    );
    // Not for a length of time: a slow server would then receive the first names only.
    return sendEach(port, requests);
  };
  await latencies(ours);
  await latencies(theirs);
  const our: number[] = [];
  const their: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    our.push(...(await latencies(ours)));
    their.push(...(await latencies(theirs)));
  }
  return [50, 99].map((percent) => ({
    what: `${what}, p${percent}, times faster than PostgreSQL`,
    measured: `${percentile(our, percent).toFixed(2)} ms`,
    floor: `${percentile(their, percent).toFixed(2)} ms PostgreSQL`,
    value: percentile(their, percent) / percentile(our, percent),
    unit: "x",
    budget: 1,
    stretch: 5,
    better: "more",
    ...(percent === 99 ? { isUnsteady: true } : {}),
  }));
}

async function lookups(ours: Asked, theirs: Asked, providers: number): Promise<Row> {
  const perSecond = async ({ port, lookup, key }: Asked) => {
    const requests = outpatientLookups(DISTINCT, providers).map((fields) => get(`${lookup}?${queryOf(fields)}`, key));
    return (await sendLoad({ port, connections: CONNECTIONS, seconds: LOOKUP_SECONDS, requests })).requestsPerSecond;
  };
  const our: number[] = [];
  const their: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    our.push(await perSecond(ours));
    their.push(await perSecond(theirs));
  }
  return {
    what: "lookup by NPI, times as many as PostgreSQL",
    measured: `${Math.round(median(our))} req/s, priced`,
    floor: `${Math.round(median(their))} req/s the fee row`,
    value: median(our) / median(their),
    unit: "x",
    budget: 1,
    stretch: 5,
    better: "more",
  };
}
