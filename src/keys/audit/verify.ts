import { type AuditEntry, CHAIN_START, joined, linesOf, tornPiece, unsealed } from "./audit-log.ts";

/** What a log proves about itself. */
export interface AuditVerification {
  /** Entries from the beginning to the first break. */
  readonly entries: readonly AuditEntry[];
  /** The first line that is not as it was written; null when every line is. */
  readonly broken: { readonly line: number; readonly reason: string } | null;
  /** Lines that a process left unfinished when it was stopped, and that later entries vouch for. */
  readonly tornLines: readonly number[];
  /** Bytes after the last whole line: being written now, or left by a process that was stopped. */
  readonly unfinishedBytes: number;
}

/** Follows the chain from its first line to the first break. What was cut off at the end is not seen: compare the last hash. */
export function verifyChain(log: Buffer): AuditVerification {
  const { lines, rest } = linesOf(log);
  // Of the last line, nothing but its end may be missing.
  const isWhole = unsealed(rest.toString()) !== null;
  const chain = new Chain();
  for (const line of isWhole ? [...lines, rest] : lines) {
    if (!chain.take(line)) break;
  }
  return { ...chain.outcome(), unfinishedBytes: isWhole ? 0 : rest.length };
}

class Chain {
  readonly #entries: AuditEntry[] = [];
  readonly #tornLines: number[] = [];
  #lineNumber = 0;
  /** Lines that are no entries: the next entry has to vouch for all of them. */
  #suspects: Buffer[] = [];
  #reason: string | null = null;

  /** Whether the chain holds so far. */
  take(line: Buffer): boolean {
    this.#lineNumber += 1;
    const entry = unsealed(line.toString());
    if (entry === null) {
      this.#suspects.push(line);
      return true;
    }
    this.#reason = this.#whyBroken(entry);
    if (this.#reason !== null) return false;
    const firstSuspect = this.#lineNumber - this.#suspects.length;
    this.#tornLines.push(...this.#suspects.map((_, index) => firstSuspect + index));
    this.#suspects = [];
    this.#entries.push(entry);
    return true;
  }

  outcome(): Omit<AuditVerification, "unfinishedBytes"> {
    const entries = this.#entries;
    const tornLines = this.#tornLines;
    if (this.#suspects.length > 0) {
      const after = this.#reason === null ? this.#lineNumber + 1 : this.#lineNumber;
      const line = after - this.#suspects.length;
      return { entries, tornLines, broken: { line, reason: "it was changed: its content does not fit its hash" } };
    }
    const broken = this.#reason === null ? null : { line: this.#lineNumber, reason: this.#reason };
    return { entries, tornLines, broken };
  }

  #whyBroken(entry: AuditEntry): string | null {
    if (this.#suspects.length > 0 && !vouchesFor(entry, joined(this.#suspects))) {
      return "nobody vouches for the line before it";
    }
    const last = this.#entries.at(-1);
    if (entry.previous !== (last?.hash ?? CHAIN_START) || entry.sequence !== (last?.sequence ?? 0) + 1) {
      return "it does not follow the entry before it: lines were taken out, put in or moved";
    }
    return null;
  }
}

function vouchesFor(entry: AuditEntry, torn: Buffer): boolean {
  return entry.action === "line_torn" && entry.subject.sha256 === tornPiece(torn).sha256;
}
