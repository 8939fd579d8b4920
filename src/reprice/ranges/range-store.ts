import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { failure } from "../../core/runtime/failure.ts";
import { owned } from "../../core/runtime/memory.ts";
import type { Outage } from "../../core/runtime/repeated-task.ts";
import { Semaphore } from "../../core/runtime/semaphore.ts";
import { type AnySql, type Database, untilAnswered } from "../../nodes/database/database.ts";
import type { Plan } from "../plan.ts";
import type { PricedChunk } from "../pricing/chunk-pricer.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Chunk } from "../reading/chunks.ts";
import type { RangeQueue } from "./queue.ts";

/** Lines of a file that are priced together, on any node. */
export type Range = Pick<Chunk, "bytes" | "firstLine"> & { readonly id: string };

type RangeResult = PricedChunk & { readonly range: string };

/** Far more than a range of claims comes to, however many results each claim has. */
const RESULT_BYTES_MAX = 256 << 20;

/** Each transaction has its own connection. A command puts hundreds of ranges, and PostgreSQL has a hundred connections for all. */
const TRANSACTIONS_MAX = 4;

/** Claims shrink to a tenth; the fastest compression costs a hundredth of pricing them. */
const QUICKLY = { level: constants.Z_BEST_SPEED };

const pack = promisify<Uint8Array, typeof QUICKLY, Buffer>(gzip);
const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/**
 * Lines of ranges in progress, and their results until they are fetched. Every statement may run twice, and does after a lost
 * connection.
 */
export class RangeStore {
  readonly #database: Database;
  readonly #queue: RangeQueue;
  readonly #over: AbortSignal;
  readonly #outage: Outage | null;
  readonly #transactions = new Semaphore(TRANSACTIONS_MAX);

  /** Aborting `over` stops the waiting for a lost connection; `outage` reports it. */
  constructor(database: Database, queue: RangeQueue, over: AbortSignal, outage: Outage | null = null) {
    this.#database = database;
    this.#queue = queue;
    this.#over = over;
    this.#outage = outage;
  }

  /** Stores lines for the nodes. */
  async put(run: string, { id, bytes, firstLine }: Range): Promise<void> {
    const lines = await pack(bytes, QUICKLY);
    await this.#asOne(async (sql) => {
      const { count } = await sql`
        INSERT INTO repricing_ranges (id, run, first_line, lines) VALUES (${id}, ${run}, ${firstLine}, ${lines})
        ON CONFLICT DO NOTHING`;
      // An existing row was queued with its lines; only the answer was lost.
      if (count > 0) await this.#queue.put(sql, run, id);
    });
  }

  /** The lines of taken ranges; those of a finished run are gone. */
  async lines(ids: readonly string[]): Promise<readonly Range[]> {
    if (ids.length === 0) return [];
    const { sql } = this.#database;
    const rows = await this.#answered(
      async () =>
        await sql<{ id: string; firstLine: string; lines: Buffer }[]>`
        SELECT id, first_line AS "firstLine", lines FROM repricing_ranges WHERE id IN ${sql([...ids])}`,
    );
    return await Promise.all(
      rows.map(async ({ id, firstLine, lines }) => ({
        id,
        firstLine: Number(firstLine),
        bytes: Buffer.from(owned(await unpacked(lines)).buffer),
      })),
    );
  }

  /** A range that two nodes have priced has one result: both are equal. */
  async finish(run: string, range: string, { output, faults, tally }: PricedChunk): Promise<void> {
    if (output.length > RESULT_BYTES_MAX || faults.length > RESULT_BYTES_MAX) {
      throw failure(`The results of a range have more than ${RESULT_BYTES_MAX} bytes.`);
    }
    const [packedOutput, packedFaults] = await Promise.all([pack(output, QUICKLY), pack(faults, QUICKLY)]);
    await this.#asOne(async (sql) => {
      // If the run is over there is no range, and the result is not needed.
      await sql`
        INSERT INTO repricing_results (range, output, faults, tally)
        SELECT id, ${packedOutput}, ${packedFaults}, ${JSON.stringify(tally)}
        FROM repricing_ranges WHERE id = ${range} FOR KEY SHARE
        ON CONFLICT DO NOTHING`;
      await this.#queue.finish(sql, run, range);
    });
  }

  /** The available results of some ranges. */
  async results(ids: readonly string[]): Promise<readonly RangeResult[]> {
    const { sql } = this.#database;
    const rows = await this.#answered(
      async () =>
        await sql<{ range: string; output: Buffer; faults: Buffer; tally: TallyRecord }[]>`
        SELECT range, output, faults, tally FROM repricing_results WHERE range IN ${sql([...ids])}`,
    );
    return await Promise.all(
      rows.map(async ({ range, output, faults, tally }) => ({
        range,
        output: owned(await unpacked(output)),
        faults: owned(await unpacked(faults)),
        tally,
      })),
    );
  }

  async hasResult(id: string): Promise<boolean> {
    const { sql } = this.#database;
    const rows = await this.#answered(async () => await sql`SELECT FROM repricing_results WHERE range = ${id}`);
    return rows.length > 0;
  }

  /** Removes ranges whose results were fetched, lines and results. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { sql } = this.#database;
    await this.#answered(async () => await sql`DELETE FROM repricing_ranges WHERE id IN ${sql([...ids])}`);
  }

  #asOne(work: (sql: AnySql) => Promise<void>): Promise<void> {
    return this.#transactions.use(() => this.#answered(() => this.#database.transaction(work)));
  }

  #answered<Answer>(query: () => Promise<Answer>): Promise<Answer> {
    return untilAnswered(this.#over, query, this.#outage);
  }
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  return await unpack(bytes, { maxOutputLength: RESULT_BYTES_MAX });
}

/** A file that is being repriced, as nodes see it. */
export interface OpenRun {
  readonly id: string;
  /** The command's version of the program: another one may price differently. */
  readonly program: string;
  readonly plan: Plan;
}

/** Nodes take nothing from a run whose command has sent no heartbeat for so long: it is likely to be gone. */
const QUIET_SECONDS = 10;
/** After this its data are removed, and only `--resume` continues the run. */
const ABANDONED_SECONDS = 60;

export class Runs {
  readonly #database: Database;
  readonly #queue: RangeQueue;

  constructor(database: Database, queue: RangeQueue) {
    this.#database = database;
    this.#queue = queue;
  }

  async open(run: OpenRun): Promise<void> {
    await this.removeAbandoned();
    const plan = JSON.stringify(run.plan);
    await this.#database.sql`
      INSERT INTO repricing_runs (id, program, plan) VALUES (${run.id}, ${run.program}, ${plan})`;
    await this.#queue.create(run.id);
  }

  /** Heartbeat of the command of a run. */
  async renew(id: string): Promise<void> {
    const { count } = await this.#database.sql`UPDATE repricing_runs SET seen_at = now() WHERE id = ${id}`;
    if (count > 0) return;
    throw failure(
      `The run was away from ${this.#database.shown} for more than ${ABANDONED_SECONDS} seconds and was removed.`,
    );
  }

  /** Runs with ranges to price, the oldest first. */
  async list(): Promise<readonly OpenRun[]> {
    return await this.#database.sql<OpenRun[]>`
      SELECT id, program, plan FROM repricing_runs
      WHERE seen_at > now() - make_interval(secs => ${QUIET_SECONDS}) ORDER BY started_at, id`;
  }

  /** Removes a run with its ranges and results. */
  async remove(id: string): Promise<void> {
    // The row goes last: it is how `removeAbandoned` finds the queue if the database is lost in between.
    await this.#queue.remove(id);
    await this.#database.sql`DELETE FROM repricing_runs WHERE id = ${id}`;
  }

  /** Removes what killed commands left. */
  async removeAbandoned(): Promise<void> {
    const abandoned = await this.#database.sql<{ id: string }[]>`
      SELECT id FROM repricing_runs WHERE seen_at < now() - make_interval(secs => ${ABANDONED_SECONDS})`;
    for (const { id } of abandoned) await this.remove(id);
  }
}
