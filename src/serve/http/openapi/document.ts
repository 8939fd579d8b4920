import { Buffer } from "node:buffer";
import { lookupKinds } from "../../../answers/index.ts";
import { definitionsIn, type Json } from "../../../core/schema/schema.ts";
import { API_PREFIX, API_VERSION, BATCH_SUFFIX } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { PROBLEM_INDEX } from "../problems.ts";
import { serviceAnswerPaths, serviceAnswerTags, statePaths } from "./answer-operations.ts";
import { withSharedParameters } from "./components.ts";
import { headers, problemResponses } from "./operation-parts.ts";
import { repricePaths, repriceTag } from "./reprice-operations.ts";
import { servicePaths, serviceTags } from "./service-operations.ts";

export const OPENAPI_PATH = "/openapi.json";

/** The document as it is served: one copy for all requests, made with the first of them. */
export function openApiBytes(states: readonly State[]): () => Buffer {
  let bytes: Buffer | null = null;
  return () => {
    bytes ??= Buffer.from(JSON.stringify(createOpenApi(states)));
    return bytes;
  };
}

const BELOW = lookupKinds.filter(({ path }) => path !== "");

const DESCRIPTION = [
  `Each state has its own path prefix with an outpatient rate, an inpatient rate and a provider search. Below each rate: \`${BATCH_SUFFIX}\` (many at once), ${BELOW.map(({ path, summary, notFor }) => `\`${path}\` (${summary}${notFor === undefined ? "" : "; not of every lookup"})`).join(", ")}.`,
  "",
  "**Values.** `decimal` fields are JSON strings with exact digits, dates are `YYYY-MM-DD`, and what does not apply is null. Dates in requests are `YYYY-MM-DD` or `MM/DD/YYYY`. In a query string `true`, `false`, `1` and `0` are booleans. Text is trimmed, enumerations match in any case, and an empty parameter counts as absent.",
  "",
  "**Provider identifiers.** A rate lookup needs at least one of the identifiers that its parameters name; a provider must match all that are sent.",
  "",
  "**Tables.** Every GET also answers `Accept: text/csv`: one table per answer, for spreadsheets. The first line has the headings, null is empty, lists have | between their entries. Explanations also answer `text/html`, to print. JSON stays the default, and problems stay problem documents. This document types JSON alone, so that generated clients have one type for each answer.",
  "",
  `**Rate limits.** A limit counts lookups. A batch counts as its items, ${BELOW.flatMap(({ path, counts }) => (counts === undefined ? [] : [`\`${path}\` as ${counts}`])).join(", ")}, a price list as one for each code, a file as its lines, what is read of its job as none, all else as one. A full batch is always admitted while anything is left. The \`RateLimit\` headers of every answer say what is left, and \`Retry-After\` of a 429 how long to wait.`,
  "",
  "**Requests.** `X-Request-Id` of every answer identifies the request when you report it.",
  "",
  `**Problems.** Every answer other than success is a problem document (RFC 9457). Its \`code\` is one of [these](${PROBLEM_INDEX}) and does not change.`,
].join("\n");

/** The service as OpenAPI 3.1, from the declarations that also serve the requests. */
export function createOpenApi(states: readonly State[]): Json {
  const { paths, parameters } = withSharedParameters({
    ...Object.assign({}, ...states.map(statePaths)),
    ...serviceAnswerPaths(states),
    ...repricePaths(states),
    ...servicePaths,
  });
  return {
    openapi: "3.1.1",
    info: {
      title: "Ratebook: Medicaid rate lookup",
      summary: "Medicaid reimbursement rates by state, with the calculation behind each.",
      description: DESCRIPTION,
      version: API_VERSION,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: API_PREFIX, description: "This service" }],
    security: [{ apiKey: [] }],
    tags: [
      ...states.map((state) => ({ name: state.name, description: `Rates and providers of ${state.name} Medicaid.` })),
      ...serviceAnswerTags,
      repriceTag,
      ...serviceTags,
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "Your API key, as `Authorization: Bearer <API_KEY>`. Keys are scoped to states and are for use on servers only; a key in the URL is refused.",
        },
      },
      schemas: Object.fromEntries(definitionsIn({ paths, problemResponses })),
      responses: problemResponses,
      parameters,
      headers,
    },
  };
}
