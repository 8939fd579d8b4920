import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { madeUpWarning } from "../../dataset/description.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { NoRateCode } from "../../pricing/no-rate.ts";
import { releaseJson } from "../../pricing/state/release-json.ts";
import { programName } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { StateInRelease } from "../../release/release.ts";
import { noCaveats, type StateSubject } from "../answer.ts";
import { type Caveats, staleMessage } from "../caveats.ts";
import { type ListedCode, listedCodes, matchingCodes } from "../codes/listed.ts";
import { LinePricer, type ListTerms } from "./lines.ts";
import type { PriceLine, PriceList } from "./schema.ts";

/** Which codes a list is about. */
export interface ListScope extends ListTerms {
  /** Null: all that the state prices. */
  readonly setting: CareSetting | null;
  /** The beginning of a code, or words of its description; null: all codes. */
  readonly text: string | null;
}

interface CodesOfLookup {
  readonly lookup: RateLookup;
  readonly codes: readonly ListedCode[];
}

/** The codes of a list, those of stays first. */
export async function codesInScope(
  { setting, text }: Pick<ListScope, "setting" | "text">,
  { source, release }: Pick<StateSubject, "source" | "release">,
): Promise<readonly CodesOfLookup[]> {
  const lookups = source.state.lookups
    .filter((lookup) => setting === null || lookup.setting === setting)
    .toSorted((one, other) => Number(one.claimLines !== null) - Number(other.claimLines !== null));
  const all: CodesOfLookup[] = [];
  for (const lookup of lookups) {
    const listed = await listedCodes(source, lookup, release);
    all.push({ lookup, codes: text === null ? listed : (await matchingCodes(listed, text, listed.length)).first });
  }
  return all;
}

/** A part of the codes: from `offset`, at most `limit` of them. */
export interface ListPage {
  readonly offset: number;
  readonly limit: number;
}

/** Pricing a code takes some hundred microseconds. */
const CODES_PER_CLOCK_READING = 1;

/** Prices a part of the codes at one provider, in one pass and in slices. */
export async function pricedList(
  scope: ListScope,
  inScope: readonly CodesOfLookup[],
  { offset, limit }: ListPage,
  subject: StateSubject,
): Promise<{ readonly value: PriceList; readonly caveats: Caveats }> {
  const { source, release } = subject;
  const caveats = noCaveats(
    subject,
    inScope.map(({ lookup }) => lookup),
  );
  const slices = new Slices(CODES_PER_CLOCK_READING);
  const lines: PriceLine[] = [];
  const left = new Map<NoRateCode | null, { codes: number; example: string }>();
  const provider = providerOf(scope.npi, source);
  const total = inScope.reduce((sum, { codes }) => sum + codes.length, 0);
  const end = provider === null ? offset : Math.min(offset + limit, total);
  let place = 0;
  for (const { lookup, codes } of inScope) {
    const pricer = new LinePricer(lookup, source, scope);
    for (const listed of codes.slice(Math.max(0, offset - place), Math.max(0, end - place))) {
      if (slices.isOver()) await nextSlice();
      const priced = pricer.priced(listed);
      caveats.add(priced.results);
      lines.push(...priced.lines);
      if (priced.lines.length === 0) countLeftOut(left, priced.noRate);
    }
    place += codes.length;
  }
  const value = {
    release: releaseJson(release.description),
    state: source.state.code,
    program: programName(source.state),
    date: scope.on,
    provider,
    lines,
    total_codes: total,
    priced_codes: Math.max(0, end - offset),
    next_offset: end < total && provider !== null ? end : null,
    not_listed: [...left].map(([no_rate, counted]) => ({ no_rate, ...counted })),
    warnings: warningsOf(caveats, release),
  };
  return { value, caveats };
}

/** What a reader of the prices has to know about the data behind them. */
export function warningsOf({ empty, stale }: Caveats, { description }: StateSubject["release"]): readonly string[] {
  return [
    ...[madeUpWarning(description.sources)].filter((warning) => warning !== null),
    ...empty.map(({ message }) => message),
    ...stale.map(staleMessage),
  ];
}

function countLeftOut(
  left: Map<NoRateCode | null, { codes: number; example: string }>,
  noRate: { readonly code: NoRateCode; readonly message: string } | null,
): void {
  const code = noRate?.code ?? null;
  const counted = left.get(code) ?? { codes: 0, example: noRate?.message ?? "" };
  counted.codes += 1;
  left.set(code, counted);
}

/** Tables of providers call these columns alike. */
type ProviderCells = Readonly<
  Partial<Record<"providerName" | "streetAddress" | "city" | "state" | "zipCode", unknown>>
>;

/** The provider of an NPI; null where the state has none. */
function providerOf(npi: string, { directory, state }: StateInRelease): PriceList["provider"] {
  const [row] = directory.find({ npi }, null) as readonly ProviderCells[];
  if (row === undefined) return null;
  const { streetAddress, city, zipCode } = row;
  const town = [state.code.toUpperCase(), zipCode].filter(isText).join(" ");
  const isKnown = [streetAddress, city].some(isText);
  return {
    npi,
    name: String(row.providerName ?? npi),
    address: isKnown ? [streetAddress, city, town].filter(isText).join(", ") : null,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
