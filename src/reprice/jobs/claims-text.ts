import type { Day } from "../../core/calendar/day.ts";
import { programVersion } from "../../core/files/installation.ts";
import { orEnded } from "../../core/runtime/ending.ts";
import { failure, isFailure } from "../../core/runtime/failure.ts";
import { nextSlice } from "../../core/runtime/scheduler.ts";
import { freshnessOf } from "../../pricing/state/freshness.ts";
import { lookupOf } from "../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import type { Crew } from "../crew.ts";
import { JOB_LIMITS } from "../limits.ts";
import type { Plan } from "../plan.ts";
import { priceChunk } from "../pricing/chunk-pricer.ts";
import { PublishedAlternatives } from "../pricing/published-alternatives.ts";
import { RepricingReport } from "../report/repricing-report.ts";
import type { RepricingSummary } from "../report/summary.ts";
import { summaryJson } from "../report/summary-json.ts";
import { reprice } from "../reprice.ts";
import { STANDARD_OUTPUT } from "../repricing.ts";
import { FORM_ADVICE } from "./messages.ts";
import type { Order } from "./order.ts";

interface TextContext {
  readonly source: StateInRelease;
  readonly release: Release;
  readonly today: Day;
  readonly staleAfterMonths: number | null;
  /** Whether this many lookups may be priced; called once the columns are understood. */
  readonly admits: (lookups: number) => Promise<boolean>;
}

/** Priced claims, as CSV like the files of a job. */
export interface RepricedText {
  readonly kind: "repriced";
  readonly notes: readonly string[];
  readonly summary: RepricingSummary;
  /** The beginning of the results, with their headings. */
  readonly results: string;
  /** The beginning of the rejected lines, without headings. */
  readonly rejected: string;
}

type TextOutcome =
  | RepricedText
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "not_admitted" };

/** The name of the text in messages; a line number follows. */
const INPUT_NAME = "claims";
const LINE_OF_INPUT = /\bclaims:(?=[0-9])/g;

/** About eighty lines, never more than a hundred short ones: a slice of a few milliseconds. */
const CHUNK_BYTES = 8 * 1024;
const CHUNK_RECORDS_MAX = 100;

/** A wide claims table has 200. All columns are compared with every name before anything is charged. */
const COLUMNS_MAX = 500;

/** Limit for results and for rejected lines: far more than an agent reads. The summary counts all of them. */
const KEPT_BYTES_MAX = 256 * 1024;

const NOT_STREAMED = "Send CSV with commas between the cells.";

const NOT_ADMITTED = new Error("So many lookups are not admitted.");

/**
 * Reprices a short CSV text in memory, in slices, without a job or a file. Its async context ends the work early
 * (`runtime/ending.ts`).
 */
export async function repriceText(claims: string, order: Order, context: TextContext): Promise<TextOutcome> {
  const { source, release, today, staleAfterMonths, admits } = context;
  const { state, setting, columns, tolerance, compare, noChargeLimit, isBesideMedicare, fields } = order;
  const lookup = lookupOf(state, setting);
  const freshness = freshnessOf(source, release.description.sources, staleAfterMonths);
  const alternatives = new PublishedAlternatives(lookup, source);
  const notes: string[] = [];
  const [results, rejected] = [new KeptBytes(), new KeptBytes()];
  let isBegun = false;
  const crewFor = (plan: Plan): Crew => ({
    chunksMax: 1,
    chunkBytes: CHUNK_BYTES,
    chunkRecordsMax: CHUNK_RECORDS_MAX,
    price: async ({ bytes, firstLine }) => {
      await nextSlice();
      const chunk = await priceChunk(bytes, firstLine, plan, lookup, source, freshness, alternatives);
      rejected.add(chunk.faults);
      return chunk;
    },
    end: async () => {},
  });
  const report = new RepricingReport({
    ...{ state, lookup, release: release.description, input: INPUT_NAME, out: STANDARD_OUTPUT, tolerance },
    ...{ by: null, workbook: null, force: false, program: programVersion(), day: today, command: "" },
    called: { out: "results", faults: "rejected" },
    advice: FORM_ADVICE,
    refusedBy: (by, { expected }) => failure(`by ${by.join(",")} is not valid: expected ${expected}.`),
  });
  try {
    await reprice(
      {
        ...{ state, setting, fields, compare, noChargeLimit, isBesideMedicare, tolerance, staleAfterMonths, today },
        release: { file: release.description.name, contentHash: release.description.contentHash },
        input: INPUT_NAME,
        stream: {
          bytes: piecesOf(claims),
          isRepeatable: true,
          range: null,
          remedy: NOT_STREAMED,
          columnsMax: COLUMNS_MAX,
        },
        out: STANDARD_OUTPUT,
        decided: new Map(columns.filter((entry): entry is [string, string] => entry[1] !== null)),
        passThrough: columns.flatMap(([heading, role]) => (role === null ? [heading] : [])),
        advice: FORM_ADVICE,
        ...{ explains: false, resume: false, force: false },
        onColumns: (names, understood) => report.prepare(names, understood),
      },
      {
        program: programVersion(),
        startCrew: async (plan) => {
          isBegun = true;
          if (!(await orEnded(admits(linesIn(claims))))) throw NOT_ADMITTED;
          return crewFor(plan);
        },
        interruption: new AbortController().signal,
        onProgress: () => {},
        // Later messages are for the command: rejected lines, and how to continue.
        notify: (text) => {
          if (!isBegun && notes.length < JOB_LIMITS.notesMax) notes.push(shown(text));
        },
        writeOut: async (bytes) => results.add(bytes),
        onComplete: (done, output) => report.make(done, output, new AbortController().signal, () => {}),
      },
    );
  } catch (error) {
    if (error === NOT_ADMITTED) return { kind: "not_admitted" };
    if (!isFailure(error)) throw error;
    return { kind: "refused", reason: [shown(error.message), ...notes].join("\n") };
  }
  return {
    kind: "repriced",
    ...{ notes, summary: summaryJson(report.facts), results: results.text, rejected: rejected.text },
  };
}

class KeptBytes {
  readonly #pieces: Uint8Array[] = [];
  #bytes = 0;

  add(piece: Uint8Array): void {
    if (this.#bytes < KEPT_BYTES_MAX) this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).subarray(0, KEPT_BYTES_MAX).toString("utf8");
  }
}

function piecesOf(claims: string): AsyncIterable<Buffer> {
  return {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(claims, "utf8");
    },
  };
}

/** The most lines below the headings, counted as a job counts them. */
function linesIn(claims: string): number {
  return Math.max(claims.trimEnd().split("\n").length - 1, 1);
}

function shown(text: string): string {
  return text.replaceAll(LINE_OF_INPUT, "line ").slice(0, JOB_LIMITS.noteLengthMax);
}
