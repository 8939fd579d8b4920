import { readFileSync } from "node:fs";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import {
  type AuditEntry,
  type AuditSubject,
  type AuditVerification,
  databaseLog,
  verifyChain,
} from "../../keys/audit-log.ts";
import { shownUrl } from "../../nodes/database/database-url.ts";
import { withDatabase } from "../../serve/operations/database-keys.ts";
import { homeIn } from "../../serve/operations/home.ts";
import { type ExitCode, notify, print, printJson, printTable } from "../command-io.ts";
import type { WhichKeys } from "./keys.ts";

interface AuditOptions extends WhichKeys {
  readonly json: boolean;
}

/** Verifies the chain. Entries that were cut off at its end are noticed only by comparing with the hash of a later entry. */
export async function verify(options: AuditOptions & { readonly expect: string | null }): Promise<ExitCode> {
  const file =
    options.database === null ? homeIn(options.home).auditFile : `the audit log of ${shownUrl(options.database)}`;
  const verification = verifyChain(await logOf(options));
  const { entries, broken, tornLines, unfinishedBytes } = verification;
  const last = entries.at(-1) ?? null;
  const isExpectedFound = options.expect === null || entries.some(({ hash }) => hash === options.expect);
  const isProved = broken === null && isExpectedFound;
  if (options.json) {
    printJson({
      file,
      proved: isProved,
      entries: entries.length,
      last: last === null ? null : { sequence: last.sequence, time: last.time, hash: last.hash },
      broken,
      expected_found: options.expect === null ? null : isExpectedFound,
      torn_lines: tornLines,
      unfinished_bytes: unfinishedBytes,
    });
    return isProved ? 0 : 1;
  }
  reportTorn(verification);
  if (broken !== null) notify(`error: Line ${broken.line} of ${file} is not as it was written: ${broken.reason}.`);
  if (!isExpectedFound) {
    notify(
      `error: No entry of ${file} has the hash ${options.expect}: entries were cut off, or the log is another one.`,
    );
  }
  const proof = broken === null ? "The chain holds" : "The chain holds up to there";
  if (last === null) print(`${proof}: there are no entries.`);
  else print(`${proof}: ${entries.length} entries, the last is ${last.sequence} of ${last.time}, hash ${last.hash}`);
  return isProved ? 0 : 1;
}

/** The entries up to the first changed line. */
export async function list(options: AuditOptions): Promise<ExitCode> {
  const verification = verifyChain(await logOf(options));
  const { entries, broken } = verification;
  if (options.json) printJson(entries);
  else printTable(["NUMBER", "TIME", "ACTION", "USER", "PROCESS", "ABOUT"], entries.map(row));
  reportTorn(verification);
  if (broken === null) return 0;
  notify(`error: Line ${broken.line} is not as it was written: ${broken.reason}. What follows it is not shown.`);
  return 1;
}

function logOf({ home, database }: WhichKeys): Promise<Buffer> | Buffer {
  return database === null ? logOfHome(home) : withDatabase(database, ({ sql }) => databaseLog(sql));
}

function logOfHome(folder: string): Buffer {
  const { auditFile } = homeIn(folder);
  try {
    return readFileSync(auditFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      throw failureFrom(error, `The audit log ${auditFile} cannot be read`, "Use the user that owns the home.");
    }
    throw failure(
      `There is no audit log ${auditFile}. Check --home; a log begins with the first key or the first start of a server.`,
    );
  }
}

function reportTorn({ tornLines, unfinishedBytes }: AuditVerification): void {
  for (const line of tornLines) notify(`Line ${line} is unfinished: a process was stopped while it wrote it.`);
  if (unfinishedBytes > 0)
    notify("The last line is unfinished: it is being written, or a process was stopped meanwhile.");
}

function row({ sequence, time, action, actor, subject }: AuditEntry): readonly string[] {
  return [String(sequence), time, action, actor.user, String(actor.pid), about(subject)];
}

function about(subject: AuditSubject): string {
  const known = Object.entries(subject).filter(([, value]) => value !== null);
  return known.map(([name, value]) => `${name}=${shown(value)}`).join(" ");
}

/** In quotes if it has more than one word: a name could look like further fields. */
function shown(value: string | number | null): string {
  const text = String(value);
  return /^[^\s="\p{Control}]+$/u.test(text) ? text : JSON.stringify(text);
}
