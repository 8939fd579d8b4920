import type { Findings } from "./findings.ts";
import { Client } from "./http.ts";
import { batchPath, type KnownLookup } from "./known-lookups.ts";
import { type ProcessSize, sizeOf } from "./process-size.ts";
import type { Server } from "./server.ts";
import { waitFor } from "./wait-for.ts";

/** What a server may hold beyond its base once everybody has left. */
const RESIDENT_SHARE_MAX = 1.1;
const DESCRIPTORS_MORE_MAX = 5;
/** Idle connections are closed and garbage is collected in this time. */
const SETTLING_MILLISECONDS_MAX = 60_000;

/** What is held against the base. Memory says nothing after a load of seconds: a run that short looks at the descriptors alone. */
interface Settling {
  readonly isMemoryJudged?: boolean;
  readonly millisecondsMax?: number;
  /** What is measured; the server with all its workers where nothing else is said. */
  readonly sizeNow?: () => ProcessSize;
}

const MEBIBYTE = 1 << 20;

const WARMING_ROUNDS = 10;
const LARGE_BODY = " ".repeat(4 * MEBIBYTE);

/** Has a server load, compile and cache what it will by answering everything that it offers, and measures it. */
export async function baseOf(server: Server, key: string, lookups: readonly KnownLookup[]): Promise<ProcessSize> {
  const client = new Client(server.port, 8);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const batches = [...Map.groupBy(lookups, batchPath)].map(([path, items]) => {
    const body = JSON.stringify({ requests: items.flatMap(({ query }) => [query, query, query, query]) });
    return { method: "POST", path, headers, body };
  });
  for (let round = 0; round < WARMING_ROUNDS; round += 1) {
    await Promise.all(lookups.map(({ path }) => client.get(path, key)));
    await Promise.all(batches.map((batch) => client.send(batch)));
    await Promise.all(batches.map((batch) => client.send({ ...batch, body: LARGE_BODY })));
    await client.get("/openapi.json", key);
  }
  client.close();
  return sizeOf(server.pid);
}

/** Holds the memory and the descriptors of a server against its base. */
export async function checkSettled(
  server: Pick<Server, "pid" | "port">,
  base: ProcessSize,
  key: string,
  lookups: readonly KnownLookup[],
  findings: Findings,
  {
    isMemoryJudged = true,
    millisecondsMax = SETTLING_MILLISECONDS_MAX,
    sizeNow = () => sizeOf(server.pid),
  }: Settling = {},
): Promise<void> {
  let size = sizeNow();
  const isBack = async (): Promise<boolean> => {
    if (isMemoryJudged) await haveCollected(server.port, key, lookups);
    size = sizeNow();
    return isWithin(size, base, isMemoryJudged);
  };
  const isSettled = await waitFor(isBack, millisecondsMax);
  const text = `${mebibytes(base)} MiB and ${base.descriptors} descriptors at first, ${mebibytes(size)} and ${size.descriptors} at last`;
  findings.check("memory and descriptors are back", isSettled ? null : text, { base, size });
  findings.note("memory and descriptors are back", text);
}

/** An idle process collects no garbage: some lookups are work enough. */
async function haveCollected(port: number, key: string, lookups: readonly KnownLookup[]): Promise<void> {
  const client = new Client(port, 1);
  for (const { path } of lookups.slice(0, 50)) await client.get(path, key).catch(() => null);
  client.close();
}

function isWithin(size: ProcessSize, base: ProcessSize, isMemoryJudged: boolean): boolean {
  const memory = !isMemoryJudged || size.residentBytes <= base.residentBytes * RESIDENT_SHARE_MAX;
  return memory && size.descriptors <= base.descriptors + DESCRIPTORS_MORE_MAX;
}

function mebibytes({ residentBytes }: ProcessSize): number {
  return Math.round(residentBytes / MEBIBYTE);
}
