import { Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { hasRemark } from "../pricing/remarks.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import { claimNumberColumn } from "../reading/claim-number-column.ts";
import { payerClaimColumn } from "../reading/input-columns.ts";
import { readersOf } from "../values/readers.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";
import { type CountedLine, type Grouping, groupName } from "./grouping.ts";

/** What a finished output says about lines that the summary lists by themselves. */
interface ListedCells {
  /** The number of its claim; null where no column has it. */
  readonly claim: string | null;
  /** The number that the payer gave the claim; null where no column has it. */
  readonly payerClaim: string | null;
  /** What was billed is less than the rate comes to. */
  readonly isBilledBelowRate: boolean;
  /** The group of the line in each of the totals, in their order. */
  readonly groups: readonly string[];
}

/** Lines with the same expected and paid amounts, in cents. */
interface AmountPoint {
  readonly expected: bigint;
  readonly paid: bigint;
  lines: number;
}

/** An NPI of a file without a provider in the output, and how many lines have it. */
interface UnknownNpi {
  readonly npi: string;
  readonly lines: number;
}

/** The NPIs of a file, and which of them the data may not have, those of the most lines first. */
export interface NpisOfFile {
  readonly total: number;
  readonly unknown: readonly UnknownNpi[];
}

/** The parts of a report that only a page draws: listed lines, points of a chart, and whether the providers are known. */
export interface ListedReport {
  readonly lines: ReadonlyMap<number, ListedCells>;
  readonly points: readonly AmountPoint[];
  /** Compared lines without a point. */
  readonly pointsLeft: number;
  /** Null when no column has NPIs, or there are too many. */
  readonly npis: NpisOfFile | null;
}

export const NOTHING_LISTED: ListedReport = { lines: new Map(), points: [], pointsLeft: 0, npis: null };

/** More points cannot be told apart on a chart. */
const POINTS_MAX = 1_500;

/** NPIs that a summary lists; a workbook has all. */
export const MISSING_MAX = 100;

/** The number of providers of a large system. Nothing is said about a file with more. */
const NPIS_MAX = 20_000;

const CLAIM_CHARACTERS_MAX = 100;

/** The lines that a summary lists by themselves. */
export function listedLines({ largest, notPriced, notCompared }: TallyRecord): ReadonlySet<number> {
  const examples = [...notPriced, ...notCompared].flatMap(([, , , , lines]) => lines);
  return new Set([...largest, ...examples].map(({ line }) => line));
}

/** Gathers them while an output is read. */
export class ListedLines {
  readonly #wanted: ReadonlySet<number>;
  readonly #groupings: readonly Grouping[];
  readonly #claimAt: number | null;
  readonly #payerClaimAt: number | null;
  readonly #lineAt: number;
  readonly #nameAt: number;
  readonly #lookupAt: number;
  readonly #remarksAt: number;
  readonly #npiOf: ((cells: readonly string[]) => string) | null;
  readonly #lines = new Map<number, ListedCells>();
  readonly #points = new Map<string, AmountPoint>();
  #pointsLeft = 0;
  /** Each with its lines, and whether one of them has a provider. */
  readonly #npis = new Map<string, { lines: number; isKnown: boolean }>();

  constructor(
    { names, columns, form, cells }: WrittenOutput,
    groupings: readonly Grouping[],
    wanted: ReadonlySet<number>,
    lookup: RateLookup,
  ) {
    const ours = ourColumns(form);
    this.#wanted = wanted;
    this.#groupings = groupings;
    this.#claimAt = claimNumberColumn(names, columns);
    this.#payerClaimAt = payerClaimColumn(names);
    this.#lineAt = names.length + ours.indexOf("input_line");
    this.#nameAt = names.length + ours.indexOf("provider_name");
    this.#lookupAt = names.length + ours.indexOf("lookup");
    this.#remarksAt = names.length + ours.indexOf("remark_codes");
    const column = columns.parameters.find(({ name }) => name === "npi");
    const read = readersOf(lookup, cells, columns.codeSystem)("npi");
    this.#npiOf =
      column === undefined || !ours.includes("provider_name")
        ? null
        : (row) => {
            const npi = read(row[column.index] ?? "");
            return npi instanceof Refusal ? "" : npi.text;
          };
  }

  add(cells: readonly string[], { expected, difference }: CountedLine): void {
    const line = Number(cells[this.#lineAt]);
    if (this.#wanted.has(line)) {
      this.#lines.set(line, {
        claim: claimIn(cells, this.#claimAt),
        payerClaim: claimIn(cells, this.#payerClaimAt),
        isBilledBelowRate: hasRemark(cells[this.#remarksAt], "billed_below_rate"),
        groups: this.#groupings.map(({ keyOf }) => groupName(keyOf(cells))),
      });
    }
    if (expected !== null && difference !== null) this.#addPoint(expected, expected - difference);
    // A line that was not looked up, such as a denied one without a code, says nothing about its NPI.
    const isLookedUp = (cells[this.#lookupAt] ?? "") !== "";
    const npi = isLookedUp ? (this.#npiOf?.(cells) ?? "") : "";
    if (npi !== "" && this.#npis.size <= NPIS_MAX) this.#addNpi(npi, (cells[this.#nameAt] ?? "") !== "");
  }

  done(): ListedReport {
    const unknown = [...this.#npis]
      .flatMap(([npi, { lines, isKnown }]) => (isKnown ? [] : [{ npi, lines }]))
      .sort((a, b) => b.lines - a.lines);
    const hasNpis = this.#npis.size > 0 && this.#npis.size <= NPIS_MAX;
    return {
      lines: this.#lines,
      points: [...this.#points.values()],
      pointsLeft: this.#pointsLeft,
      npis: hasNpis ? { total: this.#npis.size, unknown } : null,
    };
  }

  #addNpi(npi: string, isKnown: boolean): void {
    const known = this.#npis.get(npi) ?? { lines: 0, isKnown: false };
    known.lines += 1;
    known.isKnown ||= isKnown;
    this.#npis.set(npi, known);
  }

  #addPoint(expected: bigint, paid: bigint): void {
    const key = `${expected} ${paid}`;
    const known = this.#points.get(key);
    if (known !== undefined) known.lines += 1;
    else if (this.#points.size < POINTS_MAX) this.#points.set(key, { expected, paid, lines: 1 });
    else this.#pointsLeft += 1;
  }
}

function claimIn(cells: readonly string[], index: number | null): string | null {
  const claim = index === null ? "" : (cells[index] ?? "").trim();
  return claim === "" ? null : claim.slice(0, CLAIM_CHARACTERS_MAX);
}
