import { reasonOf } from "../runtime/failure.ts";
import type { Home } from "./home.ts";
import type { Log } from "./log.ts";
import { readStatus, removeStatus, type ServerStatus, writeStatus } from "./server-status.ts";

/** How soon a server is found again by `reload` after its disk has room, or its folder is back. */
const KEEP_MILLISECONDS = 5_000;

/**
 * What a server says about itself in its home. A home that is read-only, full or lost a folder is no reason not to
 * answer: it is logged, once until it can be written again.
 */
export class StatusFile {
  readonly #home: Home;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #status: ServerStatus;
  #isWritten = true;

  constructor(home: Home, log: Log, status: ServerStatus) {
    this.#home = home;
    this.#log = log;
    this.#status = status;
    this.#write();
    this.#timer = setInterval(() => this.#keep(), KEEP_MILLISECONDS).unref();
  }

  get status(): ServerStatus {
    return this.#status;
  }

  update(change: Partial<ServerStatus>): void {
    this.#status = { ...this.#status, ...change };
    this.#write();
  }

  remove(): void {
    clearInterval(this.#timer);
    try {
      removeStatus(this.#home, this.#status.pid);
    } catch (error) {
      this.#log.error("status_not_removed", { reason: reasonOf(error) });
    }
  }

  /** What could not be written, or was removed, is written again: `reload` finds the server by it. */
  #keep(): void {
    if (!this.#isWritten || readStatus(this.#home, this.#status.pid) === null) this.#write();
  }

  #write(): void {
    try {
      writeStatus(this.#home, this.#status);
      this.#isWritten = true;
    } catch (error) {
      if (this.#isWritten) {
        this.#log.error("status_not_written", { file: this.#home.serversFolder, reason: reasonOf(error) });
      }
      this.#isWritten = false;
    }
  }
}
