import type { ReleaseDescription } from "../release/release.ts";
import { isFailure, reasonOf } from "../runtime/failure.ts";
import type { Log } from "./log.ts";
import type { ServerAudit } from "./server-audit.ts";
import { statusRelease } from "./server-status.ts";
import { releaseFields, type Service } from "./service.ts";
import type { StatusFile } from "./status-file.ts";

interface Told {
  readonly log: Log;
  readonly audit: ServerAudit;
  readonly status: StatusFile;
}

/** Takes up releases one at a time, and tells the log, the audit log and the status file how it went. */
export class Reloads {
  readonly #service: Service;
  readonly #told: Told;
  #isWanted = false;

  constructor(service: Service, told: Told) {
    this.#service = service;
    this.#told = told;
  }

  /** A request that comes while one is being fulfilled is fulfilled after it: the file may have changed again. */
  async request(): Promise<void> {
    this.#isWanted = true;
    if (this.#told.status.status.isReloading) return;
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#reload();
    }
  }

  /** Tells that another release is in service without a reload. */
  noteTakenUp(release: ReleaseDescription): void {
    const { log, audit, status } = this.#told;
    const previous = status.status.release.hash;
    if (release.contentHash === previous) return;
    log.warn("release_taken_up", releaseFields(release));
    audit.note("release_taken_up", { ...releaseFields(release), previous_hash: previous });
    status.update({ release: statusRelease(release) });
  }

  async #reload(): Promise<void> {
    const { log, audit, status } = this.#told;
    status.update({ isReloading: true });
    const at = new Date().toISOString();
    const ended = { isReloading: false, reloads: status.status.reloads + 1 };
    this.#reopenLogs();
    try {
      const release = await this.#service.reload();
      log.info("reloaded", releaseFields(release));
      audit.note("release_reloaded", { ...releaseFields(release), previous_hash: status.status.release.hash });
      const lastReload = { at, outcome: "swapped", reason: null } as const;
      status.update({ ...ended, release: statusRelease(release), lastReload });
    } catch (error) {
      const reason = reasonOf(error);
      if (isFailure(error)) log.error("reload_refused", { reason });
      else log.exception("reload_refused", error);
      audit.note("release_refused", { reason: isFailure(error) ? reason : "a mistake of ours; see the log" });
      status.update({ ...ended, lastReload: { at, outcome: "refused", reason } });
    }
  }

  /** A log that cannot be opened anew goes on in the old file: that is no reason to refuse a release. */
  #reopenLogs(): void {
    try {
      this.#service.reopenLogs();
    } catch (error) {
      this.#told.log.error("log_not_reopened", { reason: reasonOf(error) });
    }
  }
}
