import { API_PREFIX } from "../../state/api-paths.ts";
import type { State } from "../../state/state.ts";
import { PROBLEM_INDEX } from "../problems.ts";
import { coveragePaths, coverageSchemas, coverageTag } from "./coverage-operation.ts";
import type { Json } from "./json-schema.ts";
import { pagePaths, pageTag } from "./page-operations.ts";
import { problemResponses, problemSchemas } from "./problem-responses.ts";
import { releasePaths, releaseSchemas, releasesTag } from "./release-operations.ts";
import { repricePaths, repriceSchemas, repriceTag } from "./reprice-operations.ts";
import { servicePaths, serviceTag } from "./service-operations.ts";
import { type NotLoadedIn, statePaths } from "./state-operations.ts";
import type { ExamplesOf } from "./worked-examples.ts";

/** Version of the contract, not of the software. */
const CONTRACT_VERSION = "1.0.0";

const DESCRIPTION = [
  "Each state has its own path prefix with an outpatient rate, an inpatient rate, a batch, a history, a comparison and the options of each, and a provider search.",
  "",
  "**Values.** `decimal` fields are JSON strings with exact digits, dates are `YYYY-MM-DD`, and what does not apply is null. Dates in requests are `YYYY-MM-DD` or `MM/DD/YYYY`. In a query string `true`, `false`, `1` and `0` are booleans. Text is trimmed, enumerations match in any case, and an empty parameter counts as absent.",
  "",
  "**Provider identifiers.** A rate lookup needs at least one of the identifiers that its parameters name; a provider must match all that are sent.",
  "",
  "**Tables.** Every GET also answers `Accept: text/csv`: one table per answer, for spreadsheets. JSON stays the default, and problems stay problem documents.",
  "",
  "**Rate limits.** A limit counts lookups; a batch counts its items, a history its `limit`, a comparison its members, options the results of their lookup, and a full batch is always admitted while anything is left. The `RateLimit` headers of every answer say what is left, and `Retry-After` of a 429 how long to wait.",
  "",
  `**Problems.** Every answer other than success is a problem document (RFC 9457). Its \`code\` is one of [these](${PROBLEM_INDEX}) and does not change.`,
].join("\n");

/** The service as OpenAPI 3.1, from the declarations that also serve the requests. */
export function createOpenApi(
  states: readonly State[],
  examplesOf: ExamplesOf,
  notLoadedIn: NotLoadedIn = () => null,
): Json {
  const parts = states.map((state) => statePaths(state, examplesOf, notLoadedIn));
  return {
    openapi: "3.1.1",
    info: {
      title: "Ratebook: Medicaid rate lookup",
      version: CONTRACT_VERSION,
      summary: "Medicaid reimbursement rates by state, with the calculation behind each.",
      description: DESCRIPTION,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: API_PREFIX, description: "This service" }],
    security: [{ apiKey: [] }],
    tags: [
      ...states.map(({ name }) => ({ name, description: `Rates and providers of ${name} Medicaid.` })),
      coverageTag,
      releasesTag,
      repriceTag,
      pageTag,
      serviceTag,
    ],
    paths: {
      ...merged(parts.map(({ paths }) => paths)),
      ...coveragePaths(states),
      ...releasePaths(states),
      ...repricePaths(states),
      ...pagePaths,
      ...servicePaths,
    },
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
  };
}

function merged(parts: readonly Json[]): Json {
  return Object.assign({}, ...parts);
}
