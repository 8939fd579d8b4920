import { setTimeout as wait } from "node:timers/promises";
import { BATCH_SUFFIX } from "../../src/pricing/state/api-paths.ts";
import { type Answer, Client, type Sent } from "./http.ts";
import type { Random } from "./random.ts";
import type { KnownLookup } from "./releases.ts";
import type { Findings, Stage } from "./scene.ts";
import { waitFor } from "./wait-for.ts";
import type { MadeKey, Workspace } from "./workspace.ts";

/** A request, and how it must be answered. */
interface Exchange {
  readonly kind: "lookup" | "batch" | "bad request";
  readonly sent: Sent;
  /** What it counts in the usage of its key. */
  readonly lookups: number;
  readonly status: number;
  /** The right body under the release that the answer names. Undefined: no such release was served. Null: any body. */
  readonly bodyOf: (release: string) => string | null | undefined;
}

const BATCH_ITEMS = 25;

/** Requests of a busy day, with their right answers under every release. */
export class Mix {
  readonly #lookups: readonly KnownLookup[];
  readonly #byPath: readonly (readonly KnownLookup[])[];

  constructor(lookups: readonly KnownLookup[]) {
    this.#lookups = lookups;
    this.#byPath = [...Map.groupBy(lookups, ({ path }) => path).values()];
  }

  /** Most are lookups; the others are batches and requests with an error. */
  next(random: Random): Exchange {
    const roll = random.whole(8);
    if (roll === 0) return this.#bad(random);
    return roll === 1 ? this.#batch(random) : this.#lookup(random);
  }

  #lookup(random: Random): Exchange {
    const { path, query, answers } = random.pick(this.#lookups);
    const sent: Sent = { method: "GET", path: `${path}?${new URLSearchParams(query)}` };
    return { kind: "lookup", sent, lookups: 1, status: 200, bodyOf: (release) => answers.get(release) };
  }

  #batch(random: Random): Exchange {
    const some = random.pick(this.#byPath);
    const items = Array.from({ length: BATCH_ITEMS }, () => random.pick(some));
    const body = JSON.stringify({ requests: items.map(({ query }) => query) });
    const path = `${items[0]?.path}${BATCH_SUFFIX}`;
    const sent: Sent = { method: "POST", path, headers: { "content-type": "application/json" }, body };
    const bodyOf = (release: string) => {
      const results = items.map(({ answers }) => answers.get(release));
      return results.includes(undefined) ? undefined : batchOf(results as string[]);
    };
    return { kind: "batch", sent, lookups: BATCH_ITEMS, status: 200, bodyOf };
  }

  #bad(random: Random): Exchange {
    const { path, query } = random.pick(this.#lookups);
    const [bad, status] = random.pick([
      [`${path}?${new URLSearchParams({ ...query, nonsense: "1" })}`, 400],
      [path, 400],
      ["/api/v1/ca/nothing", 404],
    ] as const);
    return { kind: "bad request", sent: { method: "GET", path: bad }, lookups: 0, status, bodyOf: () => null };
  }
}

function batchOf(results: readonly string[]): string {
  const responses = results.map(
    (result, index) => `{"index":${index},"reference_id":null,"results":${result},"error":null}`,
  );
  return `{"batch_size":${results.length},"responses":[${responses.join(",")}]}`;
}

/** A server that clients send to. `isExcused`: it was killed on purpose a moment ago, so that answers may be lost or refused. */
export interface Target {
  readonly port: number;
  readonly isExcused: () => boolean;
}

const CLIENTS = 12;
const PAUSE_MILLISECONDS = 15;
/** A client whose connection broke waits before it comes back. */
const BROKEN_PAUSE_MILLISECONDS = 100;
/** A server that is killed loses the usage of its last second. */
const UNWRITTEN_MILLISECONDS = 1_500;
/** Answers that a killed server had sent reach their clients within this time. */
const ON_THE_WAY_MILLISECONDS = 200;
/** Usage is written, and sent to a database, every second. */
const COUNTED_MILLISECONDS_MAX = 30_000;

interface Load {
  readonly mix: Mix;
  readonly key: string;
  readonly random: Random;
  readonly findings: Findings;
  /** Where the client with this number sends its next request. */
  readonly targetOf: (client: number) => Target;
}

/** Clients that send one request after the other, compare every answer with the right one, and count what they used. */
export class Clients {
  readonly #load: Load;
  readonly #lanes: readonly Promise<void>[];
  /** Lookups that were answered lately, by target. */
  readonly #lately: { readonly at: number; readonly target: number; readonly lookups: number }[] = [];
  readonly #killedAt = new Map<number, number>();
  #isOver = false;
  #certain = 0;
  #possible = 0;
  #unwritten = 0;

  constructor(load: Load) {
    this.#load = load;
    this.#lanes = Array.from({ length: CLIENTS }, (_, place) => this.#lane(place, load.random.branch()));
  }

  /** Resolves when every client has its last answer. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  /** A server, or one of its processes, is killed with the next line: what it counted in its last second may be lost. */
  killed({ port }: Pick<Target, "port">): void {
    this.#killedAt.set(port, performance.now());
    const since = performance.now() - UNWRITTEN_MILLISECONDS;
    for (const { at, target, lookups } of this.#lately) if (at >= since && target === port) this.#unwritten += lookups;
  }

  /** What is wrong with the usage that was counted; null when nothing is. Kills and lost answers leave it in doubt by some lookups. */
  usageProblem(counted: number): string | null {
    const [least, most] = [this.#certain - this.#unwritten, this.#certain + this.#possible];
    if (counted >= least && counted <= most) return null;
    return `${counted} lookups were counted; clients know of ${this.#certain}, so that ${least} to ${most} are right`;
  }

  async #lane(place: number, random: Random): Promise<void> {
    const { mix, key, targetOf } = this.#load;
    const client = new Client(key);
    while (!this.#isOver) {
      const exchange = mix.next(random);
      const target = targetOf(place);
      try {
        this.#answered(exchange, target, await client.send(target.port, exchange.sent));
        await wait(PAUSE_MILLISECONDS);
      } catch (error) {
        this.#lost(exchange, target, `the connection broke: ${(error as Error).message}`);
        await wait(BROKEN_PAUSE_MILLISECONDS);
      }
    }
    client.close();
  }

  #answered(exchange: Exchange, target: Target, answer: Answer): void {
    if (answer.status === 503 && target.isExcused()) {
      this.#lost(exchange, target, "503");
      return;
    }
    if (answer.status === 200) {
      this.#certain += exchange.lookups;
      const at = performance.now();
      const killedAt = this.#killedAt.get(target.port) ?? Number.NEGATIVE_INFINITY;
      if (at < killedAt + ON_THE_WAY_MILLISECONDS) this.#unwritten += exchange.lookups;
      this.#lately.push({ at, target: target.port, lookups: exchange.lookups });
      while ((this.#lately[0]?.at ?? at) < at - UNWRITTEN_MILLISECONDS) this.#lately.shift();
    }
    this.#load.findings.check(exchange.kind, problemOf(exchange, answer));
  }

  #lost(exchange: Exchange, target: Target, problem: string): void {
    this.#possible += exchange.lookups;
    if (target.isExcused()) this.#load.findings.tried("requests that a kill has cut");
    else this.#load.findings.check(exchange.kind, `${exchange.sent.path} to port ${target.port}: ${problem}`);
  }
}

/** The lookups of a key that a home or a database has counted. */
export async function usageOf(workspace: Workspace, place: readonly string[], id: string): Promise<number> {
  const usage = await workspace.done("usage", ...place, "--key", id, "--json");
  return (JSON.parse(usage) as { readonly lookups: number }).lookups;
}

/** Kills leave the usage of a second in doubt. Where there is none, usage adds up to the last lookup. */
export async function exactUsageProblem(
  { workspace, random, findings }: Stage,
  place: readonly string[],
  { id, key }: MadeKey,
  load: Pick<Load, "mix" | "targetOf">,
  happen: () => Promise<unknown>,
): Promise<string | null> {
  const clients = new Clients({ ...load, key, random: random.branch(), findings });
  await happen();
  await clients.end();
  const problem = async () => clients.usageProblem(await usageOf(workspace, place, id));
  await waitFor(async () => (await problem()) === null, COUNTED_MILLISECONDS_MAX);
  return await problem();
}

function problemOf({ sent, status, bodyOf }: Exchange, { status: answered, headers, body }: Answer): string | null {
  const seen = `${sent.method} ${sent.path} answers ${answered}`;
  if (answered !== status) return `${seen} instead of ${status}: ${body}`;
  const release = String(headers["ratebook-release"]);
  const right = bodyOf(release);
  if (right === undefined) return `${seen} under ${release}, which was never served`;
  if (right === null || right === body) return null;
  const start = Math.max(0, [...body].findIndex((character, place) => character !== right[place]) - 50);
  return `${seen} under ${release}: ...${body.slice(start, start + 100)}... instead of ...${right.slice(start, start + 100)}...`;
}
