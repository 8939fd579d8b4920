import { Buffer } from "node:buffer";
import { lookupKinds } from "../../../answers/index.ts";
import type { Json } from "../../../core/schema/schema.ts";
import { API_PREFIX, API_VERSION, BATCH_SUFFIX } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import type { Release } from "../../../release/release.ts";
import type { AppDependencies } from "../dependencies.ts";
import { PROBLEM_INDEX } from "../problems.ts";
import {
  type NotLoadedIn,
  serviceAnswerPaths,
  serviceAnswerSchemas,
  serviceAnswerTags,
  statePaths,
} from "./answer-operations.ts";
import { mapOperations, type Operation, withComponents } from "./components.ts";
import { type ExamplesOf, shownExamples, workedExamples } from "./examples.ts";
import { problemResponses, problemSchemas } from "./operation-parts.ts";
import { repricePaths, repriceSchemas, repriceTag } from "./reprice-operations.ts";
import { servicePaths, serviceTags } from "./service-operations.ts";

/*
 * An operation declares every media type that it answers with. Client generators type such an answer as `string | Result[]`. So the
 * document that they read has only JSON, and a second document has the other media types.
 */

/** `json`: for client generators. `tables`: the CSV, HTML and workbooks of these paths. */
export type DocumentName = "json" | "tables";

export const DOCUMENT_PATHS: Readonly<Record<DocumentName, string>> = {
  json: "/openapi.json",
  tables: "/openapi-tables.json",
};

type Documents = Readonly<Record<DocumentName, Buffer>>;

interface Kept {
  readonly release: Release | null;
  readonly documents: Promise<Documents>;
  /** Without the thread for long work they have no examples. */
  hasExamples: boolean;
}

/**
 * The documents, one copy for all requests. They are made with the first request and again when the data changes: their examples are
 * answers of the loaded release. Those without examples are kept until they can be answered. The start of the service does not wait for
 * them.
 */
export function openApiDocuments({
  states,
  releases,
  longWork,
  isLongWorkDone,
  today,
}: AppDependencies): (name: DocumentName) => Promise<Buffer> {
  let kept: Kept | null = null;

  return async (name) => {
    if (kept === null || !isCurrent(kept)) kept = keep();
    return (await kept.documents)[name];
  };

  function isCurrent({ release, hasExamples }: Kept): boolean {
    return release === releases.current && (hasExamples || release === null || !isLongWorkDone(release));
  }

  function keep(): Kept {
    const documents = make(() => {
      making.hasExamples = false;
    });
    const making: Kept = { release: releases.current, documents, hasExamples: true };
    // A failure is not cached.
    documents.catch(() => {
      if (kept === making) kept = null;
    });
    return making;
  }

  function examplesFrom(release: Release): Promise<ExamplesOf> {
    const held = states.filter(({ code }) => release.states.has(code));
    return workedExamples(held, longWork(release), today());
  }

  async function make(onNoExamples: () => void): Promise<Documents> {
    const borrowed = releases.borrow();
    try {
      const examples = borrowed === null ? () => [] : await examplesFrom(borrowed.release);
      // Examples that cannot be answered now are left out.
      if (borrowed !== null && !isLongWorkDone(borrowed.release)) onNoExamples();
      const notLoadedIn: NotLoadedIn = ({ code }, setting) =>
        borrowed?.release.states.get(code)?.notLoaded.get(setting)?.message ?? null;
      const printed = (name: DocumentName) =>
        Buffer.from(JSON.stringify(createOpenApi(states, examples, { name, notLoadedIn })));
      return { json: printed("json"), tables: printed("tables") };
    } finally {
      borrowed?.giveBack();
    }
  }
}

const TABLES_LINK = { url: DOCUMENT_PATHS.tables, description: "These answers as CSV and HTML." };

const BELOW = lookupKinds.filter(({ path }) => path !== "");

const DESCRIPTION = [
  `Each state has its own path prefix with an outpatient rate, an inpatient rate and a provider search. Below each rate: \`${BATCH_SUFFIX}\` (many at once), ${BELOW.map(({ path, summary, notFor }) => `\`${path}\` (${summary}${notFor === undefined ? "" : "; not of every lookup"})`).join(", ")}.`,
  "",
  "**Values.** `decimal` fields are JSON strings with exact digits, dates are `YYYY-MM-DD`, and what does not apply is null. Dates in requests are `YYYY-MM-DD` or `MM/DD/YYYY`. In a query string `true`, `false`, `1` and `0` are booleans. Text is trimmed, enumerations match in any case, and an empty parameter counts as absent.",
  "",
  "**Provider identifiers.** A rate lookup needs at least one of the identifiers that its parameters name; a provider must match all that are sent.",
  "",
  `**Tables.** Every GET also answers \`Accept: text/csv\`: one table per answer, for spreadsheets; explanations also \`text/html\`, to print. JSON stays the default, and problems stay problem documents. This document types JSON alone, so that generated clients have one type for each answer; [openapi-tables.json](${DOCUMENT_PATHS.tables}) has the tables of the same paths.`,
  "",
  `**Rate limits.** A limit counts lookups. A batch counts as its items, ${BELOW.flatMap(({ path, counts }) => (counts === undefined ? [] : [`\`${path}\` as ${counts}`])).join(", ")}, a price list as one for each code, a file as its lines, what is read of its job as none, all else as one. A full batch is always admitted while anything is left. The \`RateLimit\` headers of every answer say what is left, and \`Retry-After\` of a 429 how long to wait.`,
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
    ...serviceAnswerPaths(states),
    ...repricePaths(states),
    ...servicePaths,
  };
  return withComponents({
    openapi: "3.1.1",
    info: {
      ...INFO[name],
      version: API_VERSION,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    ...(name === "json" ? { externalDocs: TABLES_LINK } : {}),
    servers: [{ url: API_PREFIX, description: "This service" }],
    security: [{ apiKey: [] }],
    tags: [
      ...states.map((state) => ({ name: state.name, description: `Rates and providers of ${state.name} Medicaid.` })),
      ...serviceAnswerTags,
      repriceTag,
      ...(name === "json" ? serviceTags : []),
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
        ...serviceAnswerSchemas,
        ...repriceSchemas,
        ...problemSchemas,
      },
      responses: problemResponses,
    },
  });
}

function merged(parts: readonly Json[]): Json {
  return Object.assign({}, ...parts);
}

const JSON_MEDIA = "application/json";

/** How the JSON document names the other media types of an operation. */
const IN_WORDS: Readonly<Record<string, string>> = { "text/csv": "CSV", "text/html": "HTML" };

interface Success extends Json {
  readonly content: Readonly<Record<string, { readonly schema: Json }>>;
}

/** An operation as a document prints it; null if it has no media type of that document. */
function inDocument(name: DocumentName, operation: Operation): Json | null {
  const success = operation.responses["200"] as Success;
  const { [JSON_MEDIA]: json, ...others } = success.content;
  if (json === undefined || Object.keys(others).length === 0)
    return name === "json" || json === undefined ? operation : null;
  const { description, responses } = operation;
  // What a table has is told once, in the document of tables.
  const also = `Also as ${Object.keys(others)
    .map((media) => IN_WORDS[media] ?? media)
    .join(" and ")}.`;
  return {
    ...operation,
    description: name === "json" ? [description, also].join(" ") : description,
    responses: { ...responses, "200": { ...success, content: name === "json" ? { [JSON_MEDIA]: json } : others } },
  };
}
