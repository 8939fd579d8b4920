import { lookupKinds } from "../../../answers/index.ts";
import { API_PREFIX, BATCH_SUFFIX } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { PROBLEM_INDEX } from "../problems.ts";
import { coveragePaths, coverageSchemas, coverageTag, type NotLoadedIn } from "./answer-operation.ts";
import { mapOperations, withComponents } from "./components.ts";
import type { Json } from "./json-schema.ts";
import { DOCUMENT_PATHS, type DocumentName, inDocument } from "./media-types.ts";
import { pagePaths, pageTag } from "./page-operations.ts";
import { problemResponses, problemSchemas } from "./problem-responses.ts";
import { releasePaths, releaseSchemas, releasesTag } from "./release-operations.ts";
import { repricePaths, repriceSchemas, repriceTag } from "./reprice-operations.ts";
import { servicePaths, serviceTag } from "./service-operations.ts";
import { shownExamples } from "./shown-examples.ts";
import { statePaths } from "./state-operations.ts";
import type { ExamplesOf } from "./worked-examples.ts";

/** Version of the contract, not of the software. */
const CONTRACT_VERSION = "1.0.0";

const TABLES_LINK = { url: DOCUMENT_PATHS.tables, description: "These answers as CSV and HTML." };

const BELOW = lookupKinds.filter(({ path }) => path !== "");

const DESCRIPTION = [
  `Each state has its own path prefix with an outpatient rate, an inpatient rate and a provider search. Below each rate: \`${BATCH_SUFFIX}\` (many at once), ${BELOW.map(({ path, summary }) => `\`${path}\` (${summary})`).join(", ")}.`,
  "",
  "**Values.** `decimal` fields are JSON strings with exact digits, dates are `YYYY-MM-DD`, and what does not apply is null. Dates in requests are `YYYY-MM-DD` or `MM/DD/YYYY`. In a query string `true`, `false`, `1` and `0` are booleans. Text is trimmed, enumerations match in any case, and an empty parameter counts as absent.",
  "",
  "**Provider identifiers.** A rate lookup needs at least one of the identifiers that its parameters name; a provider must match all that are sent.",
  "",
  `**Tables.** Every GET also answers \`Accept: text/csv\`: one table per answer, for spreadsheets. JSON stays the default, and problems stay problem documents. This document types JSON alone, so that generated clients have one type for each answer; [openapi-tables.json](${DOCUMENT_PATHS.tables}) has the tables of the same paths.`,
  "",
  `**Rate limits.** A limit counts lookups. A batch counts as its items, ${BELOW.flatMap(({ path, counts }) => (counts === undefined ? [] : [`\`${path}\` as ${counts}`])).join(", ")}, every other request as one. A full batch is always admitted while anything is left. The \`RateLimit\` headers of every answer say what is left, and \`Retry-After\` of a 429 how long to wait.`,
  "",
  "**Requests.** `X-Request-Id` of every answer identifies the request when you report it.",
  "",
  `**Problems.** Every answer other than success is a problem document (RFC 9457). Its \`code\` is one of [these](${PROBLEM_INDEX}) and does not change.`,
].join("\n");

const TABLES_DESCRIPTION = [
  `What the paths of [openapi.json](${DOCUMENT_PATHS.json}) answer besides JSON, and the files that jobs leave. Parameters, keys, rate limits and problems are those of that document.`,
  "",
  "**CSV.** Send `Accept: text/csv`. The first line has the headings; null is empty, lists have | between their entries. Lines end with CR LF, and the text is UTF-8.",
].join("\n");

/** What a document says of itself. */
const INFO: Readonly<Record<DocumentName, Json>> = {
  json: {
    title: "Ratebook: Medicaid rate lookup",
    summary: "Medicaid reimbursement rates by state, with the calculation behind each.",
    description: DESCRIPTION,
  },
  tables: {
    title: "Ratebook: Medicaid rate lookup, as tables and pages",
    summary: "The answers of the rate lookup as CSV and HTML.",
    description: TABLES_DESCRIPTION,
  },
};

interface DocumentOptions {
  readonly name?: DocumentName;
  readonly notLoadedIn?: NotLoadedIn;
}

/** The service as OpenAPI 3.1, from the declarations that also serve the requests. */
export function createOpenApi(
  states: readonly State[],
  examplesOf: ExamplesOf,
  { name = "json", notLoadedIn = () => null }: DocumentOptions = {},
): Json {
  const examples = name === "json" ? shownExamples(states, examplesOf) : examplesOf;
  const parts = states.map((state) => statePaths(state, examples, notLoadedIn));
  const paths = {
    ...merged(parts.map((part) => part.paths)),
    ...coveragePaths(states),
    ...releasePaths(states),
    ...repricePaths(states),
    ...pagePaths,
    ...servicePaths,
  };
  return withComponents({
    openapi: "3.1.1",
    info: {
      ...INFO[name],
      version: CONTRACT_VERSION,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    ...(name === "json" ? { externalDocs: TABLES_LINK } : {}),
    servers: [{ url: API_PREFIX, description: "This service" }],
    security: [{ apiKey: [] }],
    tags: [
      ...states.map((state) => ({ name: state.name, description: `Rates and providers of ${state.name} Medicaid.` })),
      coverageTag,
      releasesTag,
      repriceTag,
      ...(name === "json" ? [pageTag, serviceTag] : []),
    ],
    paths: mapOperations(paths, (operation) => inDocument(name, operation)),
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "Your API key, as `Authorization: Bearer <API_KEY>`. Keys are scoped to states and are for use on servers only; a key in the URL is refused.",
        },
      },
      schemas: {
        ...merged(parts.map(({ schemas }) => schemas)),
        ...releaseSchemas,
        ...repriceSchemas,
        ...coverageSchemas,
        ...problemSchemas,
      },
      responses: problemResponses,
    },
  });
}

function merged(parts: readonly Json[]): Json {
  return Object.assign({}, ...parts);
}
