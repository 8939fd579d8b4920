import { reasonOf } from "../../core/runtime/failure.ts";
import { Outage } from "../../core/runtime/repeated-task.ts";
import { type AuditAction, AuditLog, type AuditSubject } from "../../keys/audit/audit-log.ts";
import type { Log } from "./log.ts";

/** Requests wait while a server writes to the audit log: whoever holds it for longer than this is not waited for. */
const LOCK_MILLISECONDS_MAX = 250;

/** Workers notice the same change within a second of each other. */
const SAME_CHANGE_MILLISECONDS = 5_000;

/** What a server writes into the audit log of its home. It serves without it too: a failure is a line in its log, said once. */
export class ServerAudit {
  readonly #audit: AuditLog;
  readonly #outage: Outage;
  #keysReopened = { place: "", at: 0 };

  constructor(file: string, log: Log) {
    this.#audit = new AuditLog(file, LOCK_MILLISECONDS_MAX);
    this.#outage = new Outage({
      onFailed: (error) => log.error("audit_not_written", { reason: reasonOf(error) }),
    });
  }

  note(action: AuditAction, subject: AuditSubject): void {
    try {
      this.#audit.append(action, subject);
      this.#outage.works();
    } catch (error) {
      this.#outage.failed(error);
    }
  }

  /** Every worker notices by itself that the keys come from another file; it is one event. */
  noteKeysReopened(place: string): void {
    const at = performance.now();
    const last = this.#keysReopened;
    if (place === last.place && at - last.at < SAME_CHANGE_MILLISECONDS) return;
    this.#keysReopened = { place, at };
    this.note("keys_reopened", { file: "keys.db" });
  }
}
