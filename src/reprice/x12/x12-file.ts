import { failure } from "../../core/runtime/failure.ts";
import { csvCell } from "../../core/text/csv.ts";
import { countText, grouped } from "../../core/text/plural.ts";
import type { ByteSource } from "../../imports/sources/bytes.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { ClaimsReader, kindOfClaims, type SubmittedClaim } from "./claims.ts";
import { readTransactions, type Transaction, type TransactionReader } from "./envelope.ts";
import { ClaimsByNumber } from "./joining.ts";
import { type RemittanceEvents, RemittanceReader } from "./remittance.ts";
import { type RemittanceFacts, RemittanceTotals, RepeatedPayments, repeatedText } from "./remittance-facts.ts";
import { Reversals } from "./reversals.ts";
import type { Segment } from "./syntax.ts";
import { ClaimTable } from "./table.ts";

/** Transactions that we know and do not price, in words. */
const OTHER_SETS: ReadonlyMap<string, string> = new Map([
  ["270", "an eligibility inquiry"],
  ["271", "an eligibility response"],
  ["276", "a claim status request"],
  ["277", "a claim status response"],
  ["278", "an authorization"],
  ["820", "a premium payment"],
  ["834", "an enrollment"],
  ["997", "an acknowledgment"],
  ["999", "an acknowledgment"],
]);

const REMITTANCE = "835";
const CLAIMS = "837";

/** The first pass over an X12 input: its envelope is whole, and this is what it holds. */
interface X12Contents {
  readonly lookup: RateLookup;
  readonly table: ClaimTable;
  readonly isRemittance: boolean;
  /** Rows of the table. */
  readonly rows: number;
  /** `X12 835 (remittance), 1 payment, 3 claims, 10 lines` */
  readonly words: string;
  /** What is odd about it and no reason to refuse it, in sentences. */
  readonly notes: readonly string[];
  readonly remittance: RemittanceFacts | null;
  readonly reversals: Reversals;
  readonly joinedWith: ClaimsByNumber | null;
}

/**
 * Reads a whole X12 input before anything is written. A file that is cut off, or whose counts and control numbers do not agree, is
 * refused with the place. `joinedWith`: the claims that a remittance is joined with.
 */
export async function readX12(
  sources: readonly ByteSource[],
  lookup: RateLookup,
  joinedWith: ClaimsByNumber | null,
): Promise<X12Contents> {
  const facts = new RemittanceTotals();
  const reversals = new Reversals();
  const repeated = new RepeatedPayments();
  const tables = { remittance: new ClaimTable(lookup, true), claims: new ClaimTable(lookup, false) };
  const submitted = { claims: 0, lines: 0, rows: 0 };
  let rowsRemitted = 0;
  const reader = new TransactionsByKind({
    remittance: {
      payment: (payment) => {
        facts.payment(payment);
        repeated.note(payment);
      },
      providerAdjustment: (adjustment) => facts.providerAdjustment(adjustment),
      claim: (claim) => {
        facts.claim(claim);
        reversals.note(claim);
        rowsRemitted += tables.remittance.rowsOf(claim);
        if (joinedWith === null) return;
        const joined = joinedWith.joined(claim);
        const lines = joined === null ? claim.lines.length : joined.lines.filter((line) => line === null).length;
        if (joined === null || lines > 0) facts.notJoined(claim, lines, joined === null);
      },
    },
    claim: (claim) => {
      submitted.claims += 1;
      submitted.lines += claim.lines.length;
      submitted.rows += tables.claims.rowsOf(claim);
    },
  });
  const notes = [...(await readTransactions(sources, reader))];
  notes.push(...reader.notes, ...repeated.list.map(repeatedText));
  const isRemittance = reader.kinds.has("remittance");
  if (isRemittance && reader.kinds.size > 1) {
    throw failure(
      "it has remittances (835) and claims (837): reprice one kind at a time. To join claims with their remittance, send them as the second file",
    );
  }
  if (reader.kinds.size === 0) throw failure(nothingToPrice(reader.others));
  const ofRemittance = () => ({ ...facts.facts(joinedWith?.notJoined() ?? null), repeated: repeated.list });
  const remittance = isRemittance ? ofRemittance() : null;
  if (joinedWith !== null && remittance === null) {
    throw failure("it has claims (837), and claims are joined with a remittance (835): leave the second file out");
  }
  return {
    lookup,
    table: isRemittance ? tables.remittance : tables.claims,
    isRemittance,
    rows: isRemittance ? rowsRemitted : submitted.rows,
    words: remittance === null ? wordsOfClaims(reader.kinds, submitted) : wordsOfRemittance(remittance),
    notes,
    remittance,
    reversals,
    joinedWith,
  };
}

/** The rows of the table as CSV, in the order of the file, headings first. */
export async function writeX12Rows(
  sources: readonly ByteSource[],
  { table, reversals, joinedWith }: X12Contents,
  add: (text: string) => "more" | "enough",
): Promise<void> {
  const write = (rows: readonly (readonly string[])[]) => {
    for (const cells of rows) if (add(`${cells.map(csvCell).join(",")}\n`) === "enough") reader.hasEnough = true;
  };
  const reader = new TransactionsByKind({
    remittance: { claim: (claim) => write(table.remitted(claim, joinedWith?.joined(claim) ?? null, reversals)) },
    claim: (claim) => write(table.submitted(claim)),
  });
  write([table.headings]);
  await readTransactions(sources, reader);
}

/** Claims in memory, to join a remittance with. */
export async function readClaimsToJoin(sources: readonly ByteSource[]): Promise<ClaimsByNumber> {
  const claims = new ClaimsByNumber();
  const reader = new TransactionsByKind({
    remittance: { claim: () => undefined },
    claim: (claim) => claims.add(claim),
  });
  await readTransactions(sources, reader);
  if (reader.kinds.has("remittance")) {
    throw failure(
      "it has remittances (835), and the second file is for the claims (837) of a remittance; choose that file, or leave it out",
    );
  }
  if (reader.kinds.size === 0) throw failure(nothingToPrice(reader.others));
  return claims;
}

interface KindReaders {
  readonly remittance: RemittanceEvents;
  readonly claim: (claim: SubmittedClaim) => void;
}

/** Passes each transaction to the reader of its kind. */
class TransactionsByKind implements TransactionReader {
  readonly kinds = new Set<"remittance" | "professional" | "institutional" | "claims">();
  readonly others = new Map<string, number>();
  hasEnough = false;
  readonly #remittance: RemittanceReader;
  readonly #claims: ClaimsReader;
  #reader: Pick<TransactionReader, "segment" | "end"> | null = null;

  constructor({ remittance, claim }: KindReaders) {
    this.#remittance = new RemittanceReader(remittance);
    this.#claims = new ClaimsReader(claim);
  }

  begin(transaction: Transaction): void {
    const { set } = transaction;
    if (set === REMITTANCE) {
      this.kinds.add("remittance");
      this.#remittance.begin();
      this.#reader = this.#remittance;
    } else if (set === CLAIMS) {
      this.#claims.begin(transaction);
      const kind = kindOfClaims(transaction);
      this.kinds.add(kind === null || kind === "dental" ? "claims" : kind);
      this.#reader = this.#claims;
    } else {
      this.others.set(set, (this.others.get(set) ?? 0) + 1);
      this.#reader = null;
    }
  }

  segment(segment: Segment): void {
    this.#reader?.segment(segment);
  }

  end(): void {
    this.#reader?.end();
  }

  /** Transactions that were passed over. */
  get notes(): readonly string[] {
    return [...this.others]
      .slice(0, OTHERS_SHOWN)
      .map(([set, times]) => `${countText(times, "transaction")} ${setText(set)} passed over.`);
  }
}

const OTHERS_SHOWN = 5;

function setText(set: string): string {
  const words = OTHER_SETS.get(set);
  return words === undefined ? set : `${set} (${words})`;
}

function nothingToPrice(others: ReadonlyMap<string, number>): string {
  const found = [...others.keys()].slice(0, OTHERS_SHOWN).map(setText).join(", ");
  const what = found === "" ? "no transaction" : found;
  return `this is X12 with ${what}, and neither a remittance (835) nor claims (837)`;
}

function wordsOfRemittance({ payments, paymentsLeft, claims, lines }: RemittanceFacts): string {
  const counts = [
    countText(payments.length + paymentsLeft, "payment"),
    countText(claims, "claim"),
    countText(lines, "line"),
  ];
  return `X12 835 (remittance), ${counts.join(", ")}`;
}

function wordsOfClaims(
  kinds: ReadonlySet<string>,
  { claims, lines }: { readonly claims: number; readonly lines: number },
): string {
  const names = [kinds.has("professional") ? "837P" : null, kinds.has("institutional") ? "837I" : null];
  const name = names.filter((each) => each !== null).join(" and ") || "837";
  return `X12 ${name} (claims), ${countText(claims, "claim")}, ${grouped(lines)} ${lines === 1 ? "line" : "lines"}`;
}
