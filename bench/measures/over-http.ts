import { post, sendLoad } from "../load.ts";
import { lookupsOf, pathOf, singles } from "../lookups.ts";
import { median, type Result } from "../result.ts";
import { type Server, type Service, withBareServer, withService } from "../servers.ts";
import type { Setup } from "../setup.ts";

const ROUNDS = 5;
const ROUND_SECONDS = 1.5;
const CONNECTIONS = 32;
const DISTINCT = 5_000;
const ANSWERS = 64;
const ITEMS = 1_000;
const BATCHES = 25;
const BATCH_PATH = "/api/v1/ca/outpatient/rate/batch";
/** As on a server that has run for a while: its code compiled, the providers of the day in memory, its heap grown. */
const BATCH_WARM_UPS = 8;

/** Single lookups by NPI with everything on, against bare `node:http` sending the same bytes. */
export function measureGet({ release, size }: Setup): Promise<Result> {
  return withService(release, async (service) => {
    const requests = singles(DISTINCT, size, service.key);
    const answers = await Promise.all(lookupsOf(ANSWERS, size).map((lookup) => answerOf(service, pathOf(lookup))));
    return await withBareServer(answers, async (bare) => {
      const { ours, floor } = await inTurn(
        () => throughput(service, requests),
        () => throughput(bare, requests),
      );
      return {
        what: "single GET by NPI",
        measured: rateText(ours),
        floor: `${rateText(floor)} from bare node:http`,
        value: (100 * medianOf(ours, "perSecond")) / medianOf(floor, "perSecond"),
        unit: " %",
        budget: 65,
        isLeast: true,
      };
    });
  });
}

/** Explanations, against the plain lookups of the same requests. */
export function measureExplanation({ release, size }: Setup): Promise<Result> {
  return withService(release, async (service) => {
    const { ours, floor } = await inTurn(
      () => throughput(service, singles(DISTINCT, size, service.key, "/explain")),
      () => throughput(service, singles(DISTINCT, size, service.key)),
    );
    return {
      what: "explanation of a lookup",
      measured: rateText(ours),
      floor: `${rateText(floor)} plain lookups`,
      value: medianOf(floor, "perSecond") / medianOf(ours, "perSecond"),
      unit: "x",
      budget: 4,
    };
  });
}

/** Full batches one after the other, against a bare server that parses each and sends the same answer. */
export function measureBatch({ release, size }: Setup): Promise<Result> {
  return withService(release, async (service) => {
    const bodies = Array.from({ length: BATCHES }, (_, number) =>
      JSON.stringify({ requests: lookupsOf(ITEMS, size, { seed: 100 + number }) }),
    );
    const requests = bodies.map((body) => post(BATCH_PATH, service.key, body));
    const answers = await Promise.all(bodies.map((body) => answerOf(service, BATCH_PATH, body)));
    return await withBareServer(answers, async (bare) => {
      const send = async ({ port }: Server) => median((await sendLoad({ port, connections: 1, requests })).latencies);
      for (let warmUp = 0; warmUp < BATCH_WARM_UPS; warmUp += 1) await send(service);
      const { ours, floor } = await inTurn(
        () => send(service),
        () => send(bare),
      );
      return {
        what: "batch of 1,000 distinct lookups",
        measured: `${median(ours).toFixed(1)} ms`,
        floor: `${median(floor).toFixed(1)} ms, parsed and stringified in a bare server`,
        value: median(ours) / median(floor),
        unit: "x",
        budget: 3,
      };
    });
  });
}

/** Most lookups must find a rate: "no rate" is answered faster. */
const FOUND_MIN = 0.9;

/** The answer that the bare server sends. */
async function answerOf({ port, key }: Service, path: string, body?: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body }),
  });
  const text = await response.text();
  const results = text.match(/"error_message":(null)?/g) ?? [];
  const found = results.filter((each) => each.endsWith("null")).length;
  if (response.status !== 200 || found === 0 || found < results.length * FOUND_MIN) {
    throw new Error(`${path} answered ${response.status} with ${found} rates in ${results.length} results`);
  }
  return JSON.parse(text);
}

/** Rounds of one and the other by turns, after one of each that does not count: a busy moment of the machine falls on both. */
async function inTurn<Figure>(
  measureOurs: () => Promise<Figure>,
  measureFloor: () => Promise<Figure>,
): Promise<{ readonly ours: Figure[]; readonly floor: Figure[] }> {
  await measureOurs();
  await measureFloor();
  const ours: Figure[] = [];
  const floor: Figure[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measureOurs());
    floor.push(await measureFloor());
  }
  return { ours, floor };
}

interface Throughput {
  readonly perSecond: number;
  /** Microseconds of the server's processor time for each request. */
  readonly processor: number;
}

async function throughput(server: Server, requests: readonly Buffer[]): Promise<Throughput> {
  const before = server.processorMilliseconds();
  const load = { port: server.port, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests };
  const { requestsPerSecond, latencies } = await sendLoad(load);
  const processor = ((server.processorMilliseconds() - before) * 1000) / latencies.length;
  return { perSecond: requestsPerSecond, processor };
}

function medianOf(rounds: readonly Throughput[], figure: keyof Throughput): number {
  return median(rounds.map((round) => round[figure]));
}

function rateText(rounds: readonly Throughput[]): string {
  const perSecond = Math.round(medianOf(rounds, "perSecond")).toLocaleString("en");
  return `${perSecond} req/s, ${medianOf(rounds, "processor").toFixed(0)} us of processor time`;
}
