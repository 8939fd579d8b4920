import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { failure } from "../../core/runtime/failure.ts";
import { Database, untilAnswered } from "../../nodes/database/database.ts";
import { makeSchema } from "../../nodes/database/schema.ts";
import type { Crew } from "../crew.ts";
import type { Plan } from "../plan.ts";
import type { PricedChunk } from "../pricing/chunk-pricer.ts";
import type { Chunk } from "../reading/chunks.ts";
import { RangeQueue } from "./queue.ts";
import { RangeStore, Runs } from "./range-store.ts";

/** Ranges that wait or are in work: three for each of some eighty cores. Their results are held in memory. */
const RANGES_MAX = 256;
/** About a thousand lines, a fifth of a second of work: what is lost with a node and repeated. */
const RANGE_BYTES = 256 * 1024;
/** Results fetched at a time, the oldest first: they are written in order. */
const COLLECTED_MAX = 8;
const POLL_MILLISECONDS = 50;
const UPKEEP_MILLISECONDS = 1_000;
/** The operator is warned when no node has worked for this long. */
const IDLE_WARNING_MILLISECONDS = 10_000;
/** How long the end of a run waits for a database that is away or loses connections. */
const REMOVAL_MILLISECONDS_MAX = 10_000;

interface Waiting {
  readonly range: string;
  readonly resolve: (priced: PricedChunk) => void;
  readonly reject: (error: unknown) => void;
}

/** Nodes that price ranges of a file: all that run `ratebook work` with the same database. */
export class RangeCrew implements Crew {
  readonly chunksMax = RANGES_MAX;
  readonly chunkBytes = RANGE_BYTES;
  readonly #run = randomUUID();
  readonly #database: Database;
  readonly #queue: RangeQueue;
  readonly #runs: Runs;
  readonly #ranges: RangeStore;
  readonly #notify: (text: string) => void;
  /** In the order of their requests. */
  readonly #waiting = new Map<string, Waiting>();
  #collecting: Promise<void> | null = null;
  #lastResultAt = performance.now();
  #isIdleReported = false;
  #upkeep: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  readonly #over = new AbortController();
  #ending: Promise<void> | null = null;

  private constructor(database: Database, queue: RangeQueue, notify: (text: string) => void) {
    this.#database = database;
    this.#queue = queue;
    this.#runs = new Runs(database, queue);
    this.#ranges = new RangeStore(database, queue, this.#over.signal);
    this.#notify = notify;
  }

  /** Opens a run in the database at a URL, for nodes with the same version of the program. */
  static async start(url: string, plan: Plan, program: string, notify: (text: string) => void): Promise<RangeCrew> {
    const database = new Database(url, { jsonIsText: true, applicationName: "ratebook reprice" });
    let queue: RangeQueue | null = null;
    try {
      await makeSchema(database);
      queue = await RangeQueue.open(url);
      const crew = new RangeCrew(database, queue, notify);
      await crew.#runs.open({ id: crew.#run, program, plan });
      crew.#timer = setInterval(() => crew.#keepUp(), UPKEEP_MILLISECONDS);
      notify(`The ranges of the file wait in ${database.shown} for nodes that run "ratebook work".`);
      return crew;
    } catch (error) {
      await queue?.close();
      await database.close();
      throw database.failureFrom(error);
    }
  }

  price({ bytes, firstLine }: Pick<Chunk, "bytes" | "firstLine">): Promise<PricedChunk> {
    const range = randomUUID();
    return new Promise((resolve, reject) => {
      this.#ranges.put(this.#run, { id: range, bytes, firstLine }).then(
        () => {
          this.#waiting.set(range, { range, resolve, reject });
          this.#collecting ??= this.#collectAll().finally(() => {
            this.#collecting = null;
          });
        },
        (error: unknown) => reject(this.#database.failureFrom(error)),
      );
    });
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #collectAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      try {
        if ((await this.#collectSome()) === 0) await wait(POLL_MILLISECONDS);
      } catch (error) {
        this.#giveUp(error);
      }
    }
  }

  async #collectSome(): Promise<number> {
    const oldest = [...this.#waiting.keys()].slice(0, COLLECTED_MAX);
    const results = await this.#ranges.results(oldest);
    for (const { range, ...priced } of results) {
      this.#waiting.get(range)?.resolve(priced);
      this.#waiting.delete(range);
    }
    if (results.length > 0) this.#lastResultAt = performance.now();
    // This process has the results, whatever happens to the removal.
    await this.#ranges.remove(results.map(({ range }) => range));
    return results.length;
  }

  /** One at a time: when the database is slow, the next one is skipped. */
  #keepUp(): void {
    if (this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#upkeep = untilAnswered(this.#over.signal, () => this.#keepUpOnce())
      .catch((error: unknown) => this.#giveUp(error))
      .finally(() => {
        if (this.#ending === null) this.#timer = setInterval(() => this.#keepUp(), UPKEEP_MILLISECONDS);
      });
  }

  async #keepUpOnce(): Promise<void> {
    await this.#runs.renew(this.#run);
    await this.#queue.lookAfter(this.#run);
    const [oldest] = this.#waiting.keys();
    if (oldest === undefined) return;
    const state = await this.#queue.stateOf(this.#run, oldest);
    if (state === "given up") {
      throw failure(
        "A range of the file was given up after five attempts: see the messages of the nodes that tried it.",
      );
    }
    if (state === null && !(await this.#hasResult(oldest))) {
      throw failure(
        "The database has lost a range of the file, as a standby does that takes over too early. Run the command again.",
      );
    }
    this.#reportIdle(state === "waiting");
  }

  /** A result is written as its range leaves the queue, and is fetched before it is removed. */
  async #hasResult(range: string): Promise<boolean> {
    return (await this.#ranges.hasResult(range)) || !this.#waiting.has(range);
  }

  #reportIdle(isWaiting: boolean): void {
    const isIdle = isWaiting && performance.now() - this.#lastResultAt > IDLE_WARNING_MILLISECONDS;
    if (isIdle && !this.#isIdleReported) {
      this.#notify('No node takes ranges. Start some: "ratebook work" with the same --database, version and release.');
    }
    this.#isIdleReported = isIdle;
  }

  #giveUp(error: unknown): void {
    const failed = this.#database.failureFrom(error);
    for (const { reject } of this.#waiting.values()) reject(failed);
    this.#waiting.clear();
  }

  async #end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#over.abort();
    this.#giveUp(failure("The run has ended."));
    await Promise.all([this.#upkeep, this.#collecting]);
    await this.#remove();
    await this.#queue.close();
    await this.#database.close();
  }

  /** Tries again after any error: removing is idempotent. What is left then is removed after a minute without a heartbeat of the run. */
  async #remove(): Promise<void> {
    const patience = AbortSignal.timeout(REMOVAL_MILLISECONDS_MAX);
    for (;;) {
      try {
        return await this.#runs.remove(this.#run);
      } catch {
        if (patience.aborted) return;
        await wait(POLL_MILLISECONDS);
      }
    }
  }
}
