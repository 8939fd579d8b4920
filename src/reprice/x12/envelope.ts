import { failure } from "../../core/runtime/failure.ts";
import { countText } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/refusal.ts";
import type { ByteSource } from "../../imports/sources/bytes.ts";
import { ELEMENTS } from "./elements.ts";
import { readSegments, type Segment, SegmentSplitter } from "./syntax.ts";

/** A transaction set: a remittance, a batch of claims, or something else. */
export interface Transaction {
  /** `835`, `837`, `999`. */
  readonly set: string;
  /** The implementation guide: `005010X221A1`. */
  readonly version: string;
  readonly control: string;
}

/** Receives the transactions of a file, each from its `ST` to its `SE` segment. */
export interface TransactionReader {
  begin(transaction: Transaction): void;
  /** Every segment between ST and SE. */
  segment(segment: Segment): void;
  /** The transaction is whole: its SE segment was there, and its counts are right. */
  end(): void;
  /** Whether nothing more is needed. */
  readonly hasEnough?: boolean;
}

/** Notes are shown in one line. */
const NOTES_MAX = 5;

interface Opened {
  readonly control: string;
  count: number;
}

/**
 * Checks the envelope of one file: every interchange, group and transaction ends, under the control number that it began
 * with, and has as many parts as its end counts. A part fewer than counted was lost on the way, and refuses the file. A part more
 * than counted is an error of the program that wrote it: nothing is missing, so it is a note.
 */
class Envelope {
  readonly notes: string[] = [];
  readonly #reader: TransactionReader;
  readonly #splitter: SegmentSplitter;
  #interchange: Opened | null = null;
  #group: (Opened & { readonly version: string }) | null = null;
  #transaction: (Opened & { readonly set: string }) | null = null;
  #interchanges = 0;

  constructor(reader: TransactionReader, splitter: SegmentSplitter) {
    this.#reader = reader;
    this.#splitter = splitter;
  }

  take(segment: Segment): "more" | "enough" {
    const transaction = this.#transaction;
    if (transaction !== null) {
      transaction.count += 1;
      if (segment.id === "SE") this.#endTransaction(segment, transaction);
      else if (ENVELOPE.has(segment.id))
        throw this.#cutOff(`segment ${segment.number} (${segment.id}) stands inside it`);
      else this.#reader.segment(segment);
      return this.#reader.hasEnough === true ? "enough" : "more";
    }
    this.#outside(segment);
    return "more";
  }

  /** After the last byte of the file. */
  end(): void {
    if (this.#splitter.isInsideSegment) throw this.#cutOff("it ends inside a segment");
    if (this.#interchange !== null) throw this.#cutOff("nothing follows");
    if (this.#interchanges === 0) throw failure("there is no whole interchange in it; have the file sent again");
  }

  #outside(segment: Segment): void {
    const { id, number } = segment;
    if (id === "ISA" && this.#interchange === null) {
      this.#interchange = { control: segment.element(ELEMENTS.ISA.interchangeControlNumber), count: 0 };
    } else if (id === "GS" && this.#interchange !== null && this.#group === null) {
      const { groupControlNumber, versionIdentifierCode } = ELEMENTS.GS;
      this.#interchange.count += 1;
      const version = segment.element(versionIdentifierCode);
      this.#group = { control: segment.element(groupControlNumber), count: 0, version };
    } else if (id === "ST" && this.#group !== null) {
      this.#beginTransaction(segment, this.#group);
    } else if (id === "GE" && this.#group !== null) {
      const { numberOfTransactionSetsIncluded, groupControlNumber } = ELEMENTS.GE;
      this.#closed("group", this.#group, segment, groupControlNumber, numberOfTransactionSetsIncluded, "transaction");
      this.#group = null;
    } else if (id === "IEA" && this.#interchange !== null && this.#group === null) {
      const { numberOfIncludedFunctionalGroups, interchangeControlNumber } = ELEMENTS.IEA;
      const parts = [interchangeControlNumber, numberOfIncludedFunctionalGroups, "group"] as const;
      this.#closed("interchange", this.#interchange, segment, ...parts);
      this.#interchange = null;
      this.#interchanges += 1;
    } else if (id !== "TA1" || this.#interchange === null) {
      throw this.#cutOff(`segment ${number} (${id}) stands where none of its kind can be`);
    }
  }

  #beginTransaction(segment: Segment, group: Opened & { readonly version: string }): void {
    const { transactionSetIdentifierCode, transactionSetControlNumber, implementationConventionReference } =
      ELEMENTS.ST;
    group.count += 1;
    const set = segment.element(transactionSetIdentifierCode);
    const control = segment.element(transactionSetControlNumber);
    this.#transaction = { set, control, count: 1 };
    this.#reader.begin({ set, control, version: segment.element(implementationConventionReference) || group.version });
  }

  #endTransaction(segment: Segment, transaction: Opened): void {
    const { transactionSegmentCount, transactionSetControlNumber } = ELEMENTS.SE;
    this.#closed("transaction", transaction, segment, transactionSetControlNumber, transactionSegmentCount, "segment");
    this.#transaction = null;
    this.#reader.end();
  }

  #closed(
    what: string,
    { control, count }: Opened,
    segment: Segment,
    controlAt: number,
    countAt: number,
    part: string,
  ): void {
    const ended = segment.element(controlAt);
    const end = `segment ${segment.number} (${segment.id})`;
    if (withoutZeros(ended) !== withoutZeros(control)) {
      throw failure(
        `${end} ends ${what} ${quoted(ended)}, and ${quoted(control)} is the one that began; a part of the file is missing. Have it sent again`,
      );
    }
    const counted = segment.element(countAt);
    if (!/^[0-9]{1,10}$/.test(counted)) {
      throw failure(`${end} has no count of the ${part}s in ${what} ${quoted(control)}; have the file sent again`);
    }
    if (Number(counted) > count) {
      throw failure(
        `${end} counts ${countText(Number(counted), part)} in ${what} ${quoted(control)}, and there are ${countText(count, part)}: a part of the file is missing. Have it sent again`,
      );
    }
    if (Number(counted) < count && this.notes.length < NOTES_MAX) {
      this.notes.push(
        `${segment.id} of ${what} ${quoted(control)} counts ${countText(Number(counted), part)}; there are ${countText(count, part)}, and all are read.`,
      );
    }
  }

  /** Where a file ends too early, from the innermost part outwards. */
  #cutOff(how: string): Error {
    const inside = [
      this.#transaction === null ? null : `transaction ${quoted(this.#transaction.control)}`,
      this.#group === null ? null : `group ${quoted(this.#group.control)}`,
      this.#interchange === null ? null : `interchange ${quoted(this.#interchange.control)}`,
    ].filter((each) => each !== null);
    const { segments, bytes } = this.#splitter.place;
    const where = inside.length === 0 ? "in an ISA segment, which has 16 elements" : `in ${inside.join(" of ")}`;
    return failure(
      `the file is cut off or damaged ${where}, after segment ${segments} (byte ${bytes}): ${how}. Have it sent again`,
    );
  }
}

const ENVELOPE: ReadonlySet<string> = new Set(["ISA", "GS", "ST", "GE", "IEA"]);

/** Control numbers are compared without the zeros that some programs put in front. */
function withoutZeros(control: string): string {
  return control.replace(/^0+(?=.)/, "");
}

/** Reads the files of one input, one after the other, and returns what is odd about their envelopes. */
export async function readTransactions(
  sources: readonly ByteSource[],
  reader: TransactionReader,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const source of sources) {
    const splitter = new SegmentSplitter();
    const envelope = new Envelope(reader, splitter);
    try {
      const read = await readSegments(source, splitter, (segment) => envelope.take(segment));
      if (read === "enough") break;
      envelope.end();
    } catch (error) {
      throw sources.length === 1 || !(error instanceof Error) ? error : inMember(source.name, error);
    }
    notes.push(...envelope.notes);
  }
  return notes;
}

/** A failure names the file of a ZIP that it is about. */
function inMember(name: string, error: Error): Error {
  return failure(`${quoted(name)}: ${error.message}`);
}
