import type { AnySql, Database } from "../database/database.ts";
import { clearAbandoned, LOCK_CLASS } from "./abandoned-files.ts";
import { toActivate, toPrune } from "./catalogue-rules.ts";
import { nodesSeen, releasesServed } from "./node-register.ts";
import { pulledFile } from "./postgres-pull.ts";
import { pushFile } from "./postgres-push.ts";
import {
  activeRelease,
  allReleases,
  allReleasesHeld,
  findRelease,
  lastActivations,
  removeReleases,
  writeActive,
} from "./postgres-records.ts";
import type {
  Activation,
  CataloguedRelease,
  PushOutcome,
  ReleaseCatalogue,
  ReleaseToPush,
  ServingNode,
} from "./release-catalogue.ts";

/** Whoever changes which releases there are, or which is active, holds it; files have numbers from 1. */
const CHOICE = 0;

/** The catalogue that several nodes share, in PostgreSQL. Throws what the driver throws; `Database.told` says it in a sentence. */
export class PostgresCatalogue implements ReleaseCatalogue {
  readonly #database: Database;

  /** The schema is up to date (`migrate`). The database is closed with the catalogue. */
  constructor(database: Database) {
    this.#database = database;
  }

  push(release: ReleaseToPush, onBytes: (bytes: number) => void): Promise<PushOutcome> {
    return pushFile(this.#database, release, onBytes);
  }

  list(): Promise<readonly CataloguedRelease[]> {
    return allReleases(this.#database.sql);
  }

  active(): Promise<CataloguedRelease | null> {
    return activeRelease(this.#database.sql);
  }

  activate(contentHash: string, by: string): Promise<boolean> {
    return this.#choosing(async (sql) => {
      const known = await findRelease(sql, contentHash);
      const release = toActivate(contentHash, known, await activeRelease(sql));
      if (release !== null) await writeActive(sql, release, by);
      return release !== null;
    });
  }

  activations(): Promise<readonly Activation[]> {
    return lastActivations(this.#database.sql);
  }

  async prune(keep: number): Promise<readonly CataloguedRelease[]> {
    const removed = await this.#choosing(async (sql) => {
      const [releases, active] = [await allReleasesHeld(sql), await activeRelease(sql)];
      const ended = toPrune(releases, keep, active, await releasesServed(sql));
      await removeReleases(sql, ended);
      return ended;
    });
    await clearAbandoned(this.#database);
    return removed;
  }

  read(release: CataloguedRelease): AsyncIterable<Buffer> {
    return pulledFile(this.#database, release);
  }

  nodes(): Promise<readonly ServingNode[]> {
    return nodesSeen(this.#database.sql);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** One at a time: what is pruned cannot be activated meanwhile. */
  #choosing<Outcome>(work: (sql: AnySql) => Promise<Outcome>): Promise<Outcome> {
    return this.#database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${CHOICE})`;
      return await work(sql);
    });
  }
}
