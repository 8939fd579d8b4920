import type { Database } from "../database/database.ts";
import type { Plan } from "../reprice/plan.ts";
import { failure } from "../runtime/failure.ts";
import type { RangeQueue } from "./queue.ts";

/** A file that is being repriced, as nodes see it. */
export interface OpenRun {
  readonly id: string;
  /** The version of the program that asked: another one may price otherwise. */
  readonly program: string;
  readonly plan: Plan;
}

/** Nodes take nothing of a run whose command has not been heard of for so long: it is likely to be gone. */
const QUIET_SECONDS = 10;
/** After which what it left is removed, and it cannot go on but with `--resume`. */
const ABANDONED_SECONDS = 60;

/** The runs of a database. */
export class Runs {
  readonly #database: Database;
  readonly #queue: RangeQueue;

  constructor(database: Database, queue: RangeQueue) {
    this.#database = database;
    this.#queue = queue;
  }

  async open(run: OpenRun): Promise<void> {
    await this.removeAbandoned();
    await this.#queue.create(run.id);
    const plan = JSON.stringify(run.plan);
    await this.#database.sql`
      INSERT INTO repricing_runs (id, program, plan) VALUES (${run.id}, ${run.program}, ${plan})`;
  }

  /** Says that the command of a run is still there. */
  async renew(id: string): Promise<void> {
    const { count } = await this.#database.sql`UPDATE repricing_runs SET seen_at = now() WHERE id = ${id}`;
    if (count > 0) return;
    throw failure(
      `The run was away from ${this.#database.shown} for more than ${ABANDONED_SECONDS} seconds and was removed.`,
    );
  }

  /** Those that want ranges priced, the oldest first. */
  async list(): Promise<readonly OpenRun[]> {
    return await this.#database.sql<OpenRun[]>`
      SELECT id, program, plan FROM repricing_runs
      WHERE seen_at > now() - make_interval(secs => ${QUIET_SECONDS}) ORDER BY started_at, id`;
  }

  /** Its ranges and results go with it. */
  async remove(id: string): Promise<void> {
    await this.#database.sql`DELETE FROM repricing_runs WHERE id = ${id}`;
    await this.#queue.remove(id);
  }

  /** Takes away what commands left that were killed. */
  async removeAbandoned(): Promise<void> {
    const abandoned = await this.#database.sql<{ id: string }[]>`
      SELECT id FROM repricing_runs WHERE seen_at < now() - make_interval(secs => ${ABANDONED_SECONDS})`;
    for (const { id } of abandoned) await this.remove(id);
  }
}
