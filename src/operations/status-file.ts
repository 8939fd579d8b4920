import { reasonOf } from "../reading/failure.ts";
import type { Home } from "./home.ts";
import type { Log } from "./log.ts";
import { removeStatus, type ServerStatus, writeStatus } from "./server-status.ts";

/**
 * What a server says about itself in its home. A home that is read-only, full or lost a folder is no reason not to
 * answer: it is logged, once until it can be written again.
 */
export class StatusFile {
  readonly #home: Home;
  readonly #log: Log;
  #status: ServerStatus;
  #isWritten = true;

  constructor(home: Home, log: Log, status: ServerStatus) {
    this.#home = home;
    this.#log = log;
    this.#status = status;
    this.#write();
  }

  get status(): ServerStatus {
    return this.#status;
  }

  update(change: Partial<ServerStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#write();
  }

  remove(): void {
    try {
      removeStatus(this.#home, this.#status.pid);
    } catch (error) {
      this.#log.error("status_not_removed", { reason: reasonOf(error) });
    }
  }

  #write(): void {
    try {
      writeStatus(this.#home, this.#status);
      this.#isWritten = true;
    } catch (error) {
      if (this.#isWritten) this.#log.error("status_not_written", { reason: reasonOf(error) });
      this.#isWritten = false;
    }
  }
}
