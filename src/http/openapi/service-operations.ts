import { closedObject, type Json, responseReference } from "./json-schema.ts";

const TAG = "Service";

/** These stand at the root, outside the versioned API. */
const ROOT: Json = { servers: [{ url: "/" }] };

const nullableText = (description: string): Json => ({ type: ["string", "null"], description });

const listedSource = closedObject("Source", {
  table: nullableText("The table with figures from it, such as ca/outpatient_rates."),
  publication: nullableText("What was published."),
  publisher: nullableText("Who published it."),
  published: nullableText("When it was published."),
  retrieved: nullableText("When it was taken from its publisher."),
  url: nullableText("Where it was found."),
  sha256: nullableText("SHA-256 of the file as it was imported."),
  edition: nullableText("The day that the imported edition is as of."),
  file: nullableText("Name of the imported file."),
  importer: nullableText("The name that imports have for the publication, such as ca/medi-cal-rates."),
});

/** Said only of sources whose figures are invented. */
const sourceSchema: Json = {
  ...listedSource,
  properties: {
    ...(listedSource.properties as Json),
    synthetic: { type: "boolean", const: true, description: "Its figures are invented, to try things with." },
  },
};

const listedReadiness = closedObject("Readiness", {
  status: {
    type: "string",
    enum: ["ready", "degraded"],
    description:
      "The service can answer. It is degraded while its database is away: it answers with the rates and keys that it knew last.",
  },
  file: {
    type: "string",
    enum: ["unchanged", "replaced", "missing"],
    description: "What the path of the release leads to: the file that is served, another one until a reload, or none.",
  },
  release: {
    ...closedObject("Release", {
      name: { type: "string", description: "Name of the dataset." },
      version: { type: "string", description: "Version of the dataset." },
      content_hash: { type: "string", description: "SHA-256 of the compiled content." },
      description: { type: "string", description: "What the data is, and whether it is real or synthetic." },
      states: { type: "array", items: { type: "string" }, description: "Codes of the states it holds." },
      loaded: {
        type: "object",
        additionalProperties: { type: "object", additionalProperties: { type: "boolean" } },
        description:
          "By state, whether each of its settings is loaded. Lookups of one that is not answer with rate_found false and name the publications that would bring it.",
      },
      row_counts: {
        type: "object",
        additionalProperties: { type: "integer" },
        description: "Rows by table.",
      },
      sources: { type: "array", items: sourceSchema, description: "The publications that its figures come from." },
    }),
    description: "The rate data that is loaded.",
  },
});

/** Said only by nodes that share a database. */
const readySchema: Json = {
  ...listedReadiness,
  properties: {
    ...(listedReadiness.properties as Json),
    database: {
      type: "string",
      enum: ["connected", "away"],
      description: "Whether the node reaches the database that it shares with others.",
    },
    keys: {
      type: "string",
      enum: ["not followed"],
      description:
        "Said only while the node cannot take over the keys of the database, and goes on with those that it knows; its log says why.",
    },
  },
};

/** Each status by itself or all at once: client generators do not know what to do with `4XX`. */
const refusals: Json = { "400": responseReference("OtherProblem"), default: responseReference("OtherProblem") };

/** The operations for whoever runs the service. */
export const servicePaths: Json = {
  "/livez": {
    ...ROOT,
    get: {
      operationId: "livez",
      tags: [TAG],
      summary: "Is the process alive",
      description: "Answers as long as the process runs, with or without data.",
      security: [],
      responses: {
        "200": {
          description: "It is.",
          content: {
            "application/json": {
              schema: closedObject("Liveness", {
                status: { type: "string", const: "alive", description: "The process runs." },
              }),
            },
          },
        },
        ...refusals,
      },
    },
  },
  "/readyz": {
    ...ROOT,
    get: {
      operationId: "readyz",
      tags: [TAG],
      summary: "Is there data to answer from",
      description: "Names the loaded release. Take an instance out of the load balancer while this is not 200.",
      security: [],
      responses: {
        "200": { description: "It is ready.", content: { "application/json": { schema: readySchema } } },
        "503": responseReference("NotReady"),
        ...refusals,
      },
    },
  },
};

export const serviceTag: Json = { name: TAG, description: "For whoever runs the service. No key is needed." };
