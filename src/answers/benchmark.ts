import { wrapped } from "../core/text/terminal.ts";
import { placeParameters } from "../medicare/request.ts";
import { lookupResults } from "../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../pricing/lookup.ts";
import { PLACES_OF_SERVICE } from "../pricing/place-of-service.ts";
import { choice } from "../pricing/request/kinds.ts";
import { requestReader } from "../pricing/request/read.ts";
import type { State } from "../pricing/state/state.ts";
import { type Answered, type AnswerText, answerKind, type LookupSubject, type ReadParameters } from "./answer.ts";
import { canBeCompared, comparedPrice, type MedicarePlace, STAYS_NOT_COMPARED } from "./benchmark/compared.ts";
import { type MedicarePrice, medicareText } from "./benchmark/medicare-price.ts";
import { type Benchmark, benchmarkSchema, type ComparedPrice, MEANING } from "./benchmark/schema.ts";
import { medicareSentence } from "./benchmark/words.ts";
import { type CsvTable, csvColumn, csvTable, fieldColumns, memberColumns } from "./csv-table.ts";
import { understoodRequest } from "./explanation/explain.ts";
import { codeWithSeverity, outcomeText, percentText, providerText } from "./explanation/result-words.ts";

const PROCEDURE = /^[A-Z0-9][0-9]{3}[A-Z0-9]$/;

/** A price beside what Medicare pays for the same. */
export const benchmark = answerKind({
  about: "lookup",
  name: "benchmark",
  path: "/benchmark",
  noun: "benchmark",
  summary: "beside Medicare's",
  description: () =>
    "The lookup beside what Medicare pays for the same code and modifier on the day at the provider's ZIP code, with the ratio; or why there is none.",
  notFor: (lookup) =>
    canBeCompared(lookup) ? null : `${STAYS_NOT_COMPARED} Request a procedure with the setting outpatient.`,
  counts: "one lookup",
  // Groups of codes are not compared: a procedure shows more.
  examples: ({ examples }) => {
    const procedure = examples.find(({ query }) => PROCEDURE.test(query.billing_code ?? ""));
    return procedure === undefined ? examples.slice(0, 1) : [procedure];
  },
  command: {
    description: "answer one rate lookup beside what Medicare pays for the same",
    parameters: "the parameters of the lookup and medicare_zip, medicare_locality and others, name=value",
    example: "ratebook benchmark ca outpatient --release rates.db npi=1234567893 billing_code=99213",
  },
  rows: "One row for each result, with Medicare's price and the ratio.",
  parameters: benchmarkParameters,
  schema: benchmarkSchema,
  answer: async ({ request, place }, subject) => {
    const results = await lookupResults(subject.lookup, request, subject.source);
    return { value: benchmarkOf(results, request, place, subject), lookups: 1, results: [results] };
  },
  table: ({ value }, { lookup }) => benchmarkTable(value, lookup),
  text: benchmarkText,
});

interface BenchmarkRequest {
  readonly request: LookupRequest;
  readonly place: MedicarePlace;
}

/** A price depends on the place: the provider's, unless one of these is sent. */
const PLACE = {
  medicareZip: { ...placeParameters.zip, description: "ZIP code for Medicare's price; the provider's when absent." },
  medicareLocality: {
    ...placeParameters.locality,
    description: "Medicare contractor and locality, such as 01112-05, in place of the ZIP code.",
  },
  medicareCounty: {
    ...placeParameters.county,
    description: "County for Medicare's price, in the state; for a ZIP code that lies in several localities.",
  },
  medicarePlaceOfService: choice(PLACES_OF_SERVICE, {
    description: "Place of service for Medicare's price; the lookup's when absent, else non_facility.",
  }),
};

function benchmarkParameters(_state: State, lookup: RateLookup): ReadParameters<BenchmarkRequest> {
  const parameters = { ...lookup.parameters, ...PLACE };
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) return read;
      const { medicareZip, medicareLocality, medicareCounty, medicarePlaceOfService, ...request } = read.request;
      return {
        ok: true,
        request: {
          request: request as unknown as LookupRequest,
          place: { medicareZip, medicareLocality, medicareCounty, medicarePlaceOfService },
        },
      };
    },
  };
}

function benchmarkOf(
  results: Awaited<ReturnType<typeof lookupResults>>,
  request: LookupRequest,
  place: MedicarePlace,
  subject: LookupSubject,
): Benchmark {
  return {
    request: understoodRequest(subject.lookup, request),
    meaning: MEANING,
    results: results.map((each) => comparedPrice(each, request, place, subject)),
  };
}

const MEDICARE_FIELDS = [
  "modifier",
  "place_of_service",
  "schedule",
  "status_code",
  "locality",
  "locality_name",
  "no_rate",
  "calculation_method",
] as const;

/** The fields of the result as in the lookup, then Medicare's under names of their own. */
function benchmarkTable({ results }: Benchmark, { resultSchema }: RateLookup): CsvTable {
  return csvTable<ComparedPrice>(
    [
      ...fieldColumns<ComparedPrice>(resultSchema, ({ medicaid }) => medicaid),
      csvColumn("medicare_payment_rate", ({ medicare }) => medicare?.payment_rate),
      ...memberColumns((row: ComparedPrice) => row, ["difference", "ratio", "not_compared"]),
      ...MEDICARE_FIELDS.map((name) =>
        csvColumn<ComparedPrice>(`medicare_${name}`, ({ medicare }) => medicare?.[name]),
      ),
      ...memberColumns((row: ComparedPrice) => row, ["medicaid_includes_facility"]),
    ],
    results,
  );
}

function benchmarkText({ value: { results } }: Answered<Benchmark>): AnswerText {
  return { text: results.map(comparedText).join("\n\n"), remarks: [] };
}

function comparedText(compared: ComparedPrice): string {
  const { medicaid, medicare } = compared;
  return [
    wrapped("", `${providerText(medicaid)}, ${codeWithSeverity(medicaid)}`),
    `  Medicaid: ${outcomeText(medicaid)}`,
    ...(medicare === null ? [] : [wrapped("  ", `Medicare: ${medicareText(medicare)}`)]),
    ...(medicare?.payment_rate == null ? [] : [wrapped("    ", basisText(medicare))]),
    ...(medicare?.calculation_method == null ? [] : [wrapped("    ", medicare.calculation_method)]),
    ...verdictLines(compared),
  ].join("\n");
}

/** What the price is for, with the default that was used: another place has another price. */
function basisText({ place_of_service, assumptions }: MedicarePrice): string {
  const isAssumed = assumptions.some(({ parameter }) => parameter === "place_of_service");
  const place =
    place_of_service === null ? "" : `place of service ${place_of_service}${isAssumed ? " (assumed)" : ""}, `;
  return `${place}professional fee only`;
}

/** The ratio, or why there is none, unless Medicare's line has said it. */
function verdictLines(compared: ComparedPrice): readonly string[] {
  const { medicare, difference, ratio, not_compared } = compared;
  if (medicare?.payment_rate != null && compared.medicaid_includes_facility) {
    return [wrapped("  ", medicareSentence({ ...compared, schedule: medicare.schedule }, `$${medicare.payment_rate}`))];
  }
  if (ratio !== null && difference !== null) {
    const sign = difference.startsWith("-") ? "" : "+";
    return [`  Medicaid pays ${percentText(ratio)} of Medicare (${sign}${difference})`];
  }
  return not_compared === null || not_compared === medicare?.error_message ? [] : [wrapped("  ", not_compared)];
}
