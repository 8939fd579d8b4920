import { plainCountText } from "../core/text/plural.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { Result } from "../pricing/result.ts";
import { type Answered, type AnswerText, answerKind } from "./answer.ts";
import { MEDICARE_TOGGLE, medicareColumns, medicareTextColumns } from "./benchmark/beside.ts";
import type { MedicareRatio } from "./benchmark/schema.ts";
import { comparisonOf, comparisonParameters } from "./compare/comparison.ts";
import { COMPARED_MAX } from "./compare/limits.ts";
import { type Comparison, comparisonSchema, type Member, type Standing, type Statistics } from "./compare/schema.ts";
import {
  type CsvColumn,
  type CsvTable,
  csvColumn,
  csvTable,
  fieldColumns,
  memberColumns,
  terminalTable,
} from "./csv-table.ts";

const CODES_IN_EXAMPLE = 2;

/** One code over providers, or codes at one provider. */
export const compare = answerKind({
  about: "lookup",
  name: "compare",
  path: "/compare",
  noun: "comparison",
  summary: "compared",
  description: () =>
    `One code (\`billing_code\`) at the first ${COMPARED_MAX} providers of a search, or up to ${COMPARED_MAX} codes (\`billing_codes\`) at one provider: each price, its place among them, and their spread.`,
  counts: "one lookup for each provider or code",
  // The first example's provider with the codes of some.
  examples: ({ examples }) => {
    const codes = [...new Set(examples.flatMap(({ query }) => query.billing_code ?? []))].slice(0, CODES_IN_EXAMPLE);
    return examples.slice(0, 1).map(({ title, query: { billing_code: _, ...others } }) => ({
      title,
      query: { ...others, billing_codes: codes.join(",") },
    }));
  },
  command: {
    description: "compare one code over providers, or one provider over codes",
    parameters: "the parameters of the lookup and of the search, name=value; or billing_codes=A,B,C",
    example: 'ratebook compare ca inpatient --release rates.db billing_code=560-1 provider_name="mercy"',
    toggles: MEDICARE_TOGGLE,
  },
  rows: "One row for each result of each member, with where it stands.",
  parameters: comparisonParameters,
  schema: comparisonSchema,
  answer: comparisonOf,
  table: ({ value }, { lookup }) => comparisonTable(value, lookup),
  text: comparisonText,
});

interface MemberResult {
  readonly member: Member;
  /** Of the member, from 1. */
  readonly number: number;
  /** Null of a member without results. */
  readonly result: Result | null;
  readonly standing: Standing | null;
  readonly statistics: Statistics | null;
  /** Null unless requested. */
  readonly medicare: MedicareRatio | null;
}

/** `payment_rate_type` is a field of the result already. */
const STATISTICS = ["priced", "minimum", "lower_quartile", "median", "upper_quartile", "maximum"] as const;

/** One row for each result of each member: its rank, and the spread of the prices of its kind. */
function comparisonTable(comparison: Comparison, { resultSchema }: RateLookup): CsvTable {
  const { compared, total_results, members } = comparison;
  const identifiers = Object.keys(members[0]?.identifiers ?? {});
  return csvTable<MemberResult>(
    [
      csvColumn("member_number", ({ number }) => number),
      // The result says what was found; the member what was requested.
      csvColumn("member_billing_code", ({ member }) => member.billing_code),
      ...identifiers.map((name) => csvColumn<MemberResult>(`member_${name}`, ({ member }) => member.identifiers[name])),
      ...fieldColumns<MemberResult>(resultSchema, ({ result }) => result),
      csvColumn("rank", ({ standing }) => standing?.rank),
      csvColumn("rank_of", ({ standing }) => standing?.of),
      ...memberColumns(({ standing }: MemberResult) => standing, ["percentile", "difference_from_median"]),
      ...memberColumns(({ statistics }: MemberResult) => statistics, STATISTICS),
      csvColumn("compared", () => compared),
      csvColumn("total_results", () => total_results),
      ...(isBesideMedicare(comparison) ? medicareColumns(({ medicare }: MemberResult) => medicare) : []),
    ],
    rowsOf(comparison),
  );
}

function isBesideMedicare({ members }: Comparison): boolean {
  return members.some(({ medicare }) => medicare !== undefined);
}

function rowsOf({ members, statistics }: Comparison): readonly MemberResult[] {
  return members.flatMap((member, place): readonly MemberResult[] => {
    const number = place + 1;
    if (member.results.length === 0) {
      return [{ member, number, result: null, standing: null, statistics: null, medicare: null }];
    }
    return member.results.map((result, index) => {
      const standing = member.standings[index] ?? null;
      const ofKind = statistics.find(({ payment_rate_type }) => payment_rate_type === result.payment_rate_type);
      const medicare = member.medicare?.[index] ?? null;
      return { member, number, result, standing, statistics: standing === null ? null : (ofKind ?? null), medicare };
    });
  });
}

const TEXT_COLUMNS: readonly CsvColumn<MemberResult>[] = [
  csvColumn("billing_code", ({ member, result }) => result?.billing_code ?? member.billing_code),
  csvColumn("provider_name", ({ result }) => result?.provider_name),
  csvColumn("npi", ({ member, result }) => result?.npi ?? member.identifiers.npi),
  csvColumn("payment_rate", ({ result }) => (result === null ? "not priced by this record" : priceText(result))),
  csvColumn("payment_rate_type", ({ result }) => result?.payment_rate_type),
  ...memberColumns(({ standing }: MemberResult) => standing, ["rank", "percentile", "difference_from_median"]),
];

/** Two tables: the members with their ranks, and the spread of their prices. */
function comparisonText({ value }: Answered<Comparison>): AnswerText {
  const { compared, total_results: total, members, statistics } = value;
  const medicare = isBesideMedicare(value) ? medicareTextColumns((row: MemberResult) => row.medicare) : [];
  const spread = memberColumns((each: Statistics) => each, ["payment_rate_type", ...STATISTICS]);
  const tables = [terminalTable([...TEXT_COLUMNS, ...medicare], rowsOf(value)), terminalTable(spread, statistics)];
  const remark =
    compared === "codes"
      ? `${plainCountText(total, "code")} compared.`
      : `${plainCountText(total, "record")} found, ${plainCountText(members.length, "provider")} compared.`;
  return { text: tables.filter((table) => table !== "").join("\n\n"), remarks: [remark] };
}

function priceText({ payment_rate, rate_found, payment_rate_type }: Result): string {
  if (typeof payment_rate === "string") return payment_rate;
  if (payment_rate_type === "manually_priced") return "manually priced";
  return rate_found ? "no dollar amount" : "no rate";
}
