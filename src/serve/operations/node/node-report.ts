import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { programVersion } from "../../../core/files/installation.ts";
import { OWNER_ONLY_FILE } from "../../../core/files/writing.ts";
import { failureFrom, reasonOf } from "../../../core/runtime/failure.ts";
import { Outage, RepeatedTask } from "../../../core/runtime/repeated-task.ts";
import { removeNode, reportNode } from "../../../nodes/catalogue/node-register.ts";
import { isMissingRight, isOfDatabase, type Sql } from "../../../nodes/database/database.ts";
import type { Log } from "../log.ts";
import type { ServerStatus } from "../server-status.ts";

/** Often enough for other nodes to see soon what this one serves; three statements a second for ten nodes. */
const REPORT_MILLISECONDS = 3_000;

const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;

/** The name of a home among the nodes of a database: created once, and kept in the home. */
export function nodeId(file: string): string {
  const fresh = `${file}.${process.pid}.new`;
  try {
    return knownId(file) ?? madeId(file, fresh);
  } catch (error) {
    throw failureFrom(error, `${file} cannot be written`, "Fix the cause, or choose another --home.");
  } finally {
    rmSync(fresh, { force: true });
  }
}

function knownId(file: string): string | null {
  try {
    const id = readFileSync(file, "utf8").trim();
    return ID.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** Of two servers that start with one home at once, one creates it. */
function madeId(file: string, fresh: string): string {
  const id = randomBytes(ID_BYTES).toString("hex");
  writeFileSync(fresh, `${id}\n`, { mode: OWNER_ONLY_FILE });
  try {
    linkSync(fresh, file);
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const known = knownId(file);
    if (known !== null) return known;
    // The file holds no valid name.
    writeFileSync(file, `${id}\n`, { mode: OWNER_ONLY_FILE });
    return id;
  }
}

/** Reports to the database every few seconds that this node runs, and what it serves. */
export class NodeReport {
  readonly #sql: Sql;
  readonly #id: string;
  readonly #status: () => ServerStatus;
  readonly #reports: RepeatedTask;
  #nodes = 1;

  constructor(sql: Sql, id: string, status: () => ServerStatus, log: Log) {
    this.#sql = sql;
    this.#id = id;
    this.#status = status;
    this.#reports = new RepeatedTask(() => this.#report(), {
      everyMilliseconds: REPORT_MILLISECONDS,
      // A node that cannot report is unknown to the others, and cannot count them to compute its share of a limit.
      outage: new Outage({
        onFailed: (error) => {
          if (isMissingRight(error)) log.error("node_not_reported", { reason: reasonOf(error) });
          else log.exception("node_not_reported", error);
        },
        // `ChangeFollower` reports a database that is away.
        isReportedElsewhere: (error) => isOfDatabase(error) && !isMissingRight(error),
      }),
    });
  }

  /** How many nodes there were at the last report, this one included. */
  get nodes(): number {
    return this.#nodes;
  }

  /** Reports now; the first report starts the others. */
  async report(): Promise<void> {
    await this.#reports.run();
  }

  async #report(): Promise<void> {
    const { port, workers, release, startedAt } = this.#status();
    this.#nodes = await reportNode(this.#sql, {
      ...this.#place(port),
      workers,
      productVersion: programVersion(),
      releaseHash: release.hash,
      releaseVersion: release.version,
      startedAt,
    });
  }

  async end(): Promise<void> {
    await this.#reports.close();
    await removeNode(this.#sql, this.#place(this.#status().port)).catch(() => {});
  }

  #place(port: number) {
    return { id: this.#id, host: hostname(), port };
  }
}
