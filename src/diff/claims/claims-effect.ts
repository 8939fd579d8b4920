import type { Day } from "../../calendar/day.ts";
import type { LookupSource } from "../../pricing/answer.ts";
import type { RateLookup, Result } from "../../pricing/lookup.ts";
import { type LookupAnswer, lookupAnswer } from "../../pricing/lookup-answer.ts";
import { failure } from "../../reading/failure.ts";
import { type ReadLine, readLine } from "../../reprice/pricing/line-reader.ts";
import { Lines } from "../../reprice/pricing/lines.ts";
import { ChunkReader } from "../../reprice/reading/chunks.ts";
import { daysLeftToToday, type InputColumns, readColumns } from "../../reprice/reading/columns.ts";
import { readHeader } from "../../reprice/reading/header.ts";
import { type InputFile, openInput } from "../../reprice/reading/input-file.ts";
import type { RequestFault } from "../../request/read.ts";
import { claimPrice } from "./claim-price.ts";
import type { FaultyClaim } from "./claims-csv.ts";
import { EffectTally } from "./effect-tally.ts";
import type { PricedClaim } from "./priced-claim.ts";

/** Claims to be priced with two releases. */
export interface ClaimsRequest {
  /** A CSV of lookups, as `reprice` takes it. */
  readonly input: string;
  readonly lookup: RateLookup;
  readonly before: LookupSource;
  readonly after: LookupSource;
  readonly passThrough: readonly string[];
  readonly today: Day;
  /** How many of the largest moves are kept. */
  readonly movesMax: number;
  /** Is handed every line of the file, in its order. */
  readonly onClaim: (claim: PricedClaim | FaultyClaim) => void;
  readonly tell: (text: string) => void;
  readonly onProgress: (progress: { readonly stage: string; readonly done: number; readonly total: number }) => void;
}

/** What two releases make of the same claims, each priced as of its own day. Lines that are no lookups are counted with their reasons. */
export async function claimsEffect(request: ClaimsRequest): Promise<EffectTally> {
  const input = await openInput(request.input);
  try {
    const header = await readHeader(input);
    const columns = columnsOf(input, header.names, request);
    const tally = new EffectTally(request.movesMax);
    const chunks = new ChunkReader(input, header.end);
    for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
      const lines = new Lines(chunk.bytes, chunk.firstLine);
      for (let line = lines.next(); line !== null; line = lines.next()) {
        const read = readLine(line, columns);
        if ("code" in read) addFaulty({ line: line.number, reason: read.message }, tally, request);
        else await addClaim(read, tally, request);
      }
      const stage = `priced up to line ${chunk.end.line - 1}`;
      request.onProgress({ stage, done: chunk.end.offset, total: input.size });
    }
    return tally;
  } finally {
    await input.close();
  }
}

function columnsOf(input: InputFile, names: readonly string[], request: ClaimsRequest): InputColumns {
  const { lookup, passThrough, today, tell } = request;
  const read = readColumns({ names, lookup, compare: null, passThrough });
  if (!read.ok) throw failure(read.faults.map((fault) => `${input.path}:1: ${fault}`).join("\n"));
  for (const warning of read.warnings) tell(`${input.path}:1: ${warning}`);
  for (const name of daysLeftToToday(lookup, read.columns, today)) {
    tell(`There is no column ${name}: every claim is priced as of ${today}.`);
  }
  return read.columns;
}

type Refused = Extract<LookupAnswer, { readonly ok: false }>;

async function addClaim({ line, fields }: ReadLine, tally: EffectTally, request: ClaimsRequest): Promise<void> {
  const { lookup, today, before, after } = request;
  const was = await lookupAnswer(lookup, "fromQuery", fields, { today }, before);
  const is = await lookupAnswer(lookup, "fromQuery", fields, { today }, after);
  if (!was.ok || !is.ok) {
    // Whether a lookup is well formed depends on no release. Told without the value: each line would be a reason of its own.
    const { field, code } = ((was.ok ? is : was) as Refused).faults[0] as RequestFault;
    addFaulty({ line, reason: `${field}: ${code}` }, tally, request);
    return;
  }
  const earlier = was.results.map(({ result }) => result);
  const later = is.results.map(({ result }) => result);
  const claim = {
    line,
    code: codeOf(later[0] ?? earlier[0]),
    provider: providerOf([...later, ...earlier]),
    before: claimPrice(earlier),
    after: claimPrice(later),
  };
  tally.add(claim);
  request.onClaim(claim);
}

function addFaulty(claim: FaultyClaim, tally: EffectTally, { onClaim }: ClaimsRequest): void {
  tally.addFaulty(claim.reason);
  onClaim(claim);
}

function codeOf(result: Result | undefined): string {
  return textOf(result?.billing_code) ?? "(none)";
}

/** By number where there is one, with the name. A provider that one release alone knows is named by that one. */
function providerOf(results: readonly Result[]): string {
  const known = results.find(({ provider_name }) => textOf(provider_name) !== null) ?? results[0] ?? {};
  const parts = [textOf(known.npi) ?? textOf(known.state_provider_id), textOf(known.provider_name)];
  return parts.filter((part) => part !== null).join(" ") || "(unknown)";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
