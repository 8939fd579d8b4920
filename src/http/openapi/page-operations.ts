import { CATALOGUE_PATH } from "../catalogue.ts";
import { SESSION_PATH } from "../sessions/routes.ts";
import { closedObject, type Json, responseReference } from "./json-schema.ts";

const TAG = "Page";

/** These stand at the root, outside the versioned API. */
const ROOT: Json = { servers: [{ url: "/" }] };

const refusals: Json = { "400": responseReference("OtherProblem"), default: responseReference("OtherProblem") };

const parameterSchema = closedObject("Catalogue parameter", {
  name: { type: "string", description: "As the endpoint calls it." },
  kind: {
    type: "string",
    description: "What its values are: code, day, choice, flag, count, dollars, npi, modifier or text.",
  },
  description: { type: "string", description: "What it is." },
  required: { type: "boolean", description: "Whether every request needs it." },
  identifies_provider: { type: "boolean", description: "Whether it is one of the provider identifiers." },
  schema: { type: "object", description: "Its JSON Schema, as in this document." },
});

const exampleSchema = closedObject("Catalogue example", {
  title: { type: "string", description: "What it shows." },
  query: { type: "object", additionalProperties: { type: "string" }, description: "The parameters to send." },
});

const parametersSchema: Json = { type: "array", items: parameterSchema, description: "In the contract's order." };

const catalogueSchema = closedObject("Catalogue", {
  states: {
    type: "array",
    description: "The states of the service.",
    items: closedObject("Catalogue state", {
      code: { type: "string", description: "The state's path prefix." },
      name: { type: "string", description: "The state's name." },
      settings: {
        type: "array",
        description: "The settings that it prices.",
        items: closedObject("Catalogue setting", {
          setting: { type: "string", description: "The setting, as in the path." },
          summary: { type: "string", description: "What is looked up, in a few words." },
          description: { type: "string", description: "How it is priced." },
          day_parameter: { type: "string", description: "The parameter whose day selects the rates." },
          parameters: parametersSchema,
          figures: {
            type: "object",
            additionalProperties: { type: "string" },
            description: "What the figures of its results are, by their field names.",
          },
          examples: { type: "array", items: exampleSchema, description: "Lookups that show what there is." },
        }),
      },
      search: {
        ...closedObject("Catalogue search", { parameters: parametersSchema }),
        description: "The provider search.",
      },
    }),
  },
});

const keySchema: Json = {
  anyOf: [
    closedObject("Session key", {
      name: { type: "string", description: "The name that it was made with." },
      states: { type: "array", items: { type: "string" }, description: "The states that it is enabled for." },
      expires_at: { type: ["string", "null"], description: "When it expires; null: never." },
      last_four: { type: "string", description: "Its last four characters." },
    }),
    { type: "null" },
  ],
  description: "The key that the session stands for; null when there is none.",
};

const sessionSchema = closedObject("Session", {
  key: keySchema,
  demo: {
    type: "boolean",
    description:
      "Whether a session can begin with the secret of the address that `ratebook start` prints (`Authorization: Demo <secret>`): on the sample alone.",
  },
});

function answered(description: string, schema: Json): Json {
  return { "200": { description, content: { "application/json": { schema } } }, ...refusals };
}

/** What the page at `/` asks beside the API. */
export const pagePaths: Json = {
  [CATALOGUE_PATH]: {
    ...ROOT,
    get: {
      operationId: "catalogue",
      tags: [TAG],
      summary: "What can be asked",
      description:
        "Every state, setting and parameter, from the declarations that also read the requests: what a form is made of.",
      security: [],
      responses: answered("The catalogue.", catalogueSchema),
    },
  },
  [SESSION_PATH]: {
    ...ROOT,
    get: {
      operationId: "session",
      tags: [TAG],
      summary: "The session of this browser",
      description: "Which key the cookie of the request stands for.",
      security: [],
      responses: answered("The session.", sessionSchema),
    },
    post: {
      operationId: "session-begin",
      tags: [TAG],
      summary: "Begin a session",
      description:
        "Exchanges the key for a cookie that stands for it in this browser, for twelve hours and as long as the key works. For pages of this service: the request must come from one (its Origin is compared with its Host). Programs send the key itself.",
      responses: { ...answered("It has begun.", sessionSchema), "401": responseReference("Unauthenticated") },
    },
    delete: {
      operationId: "session-end",
      tags: [TAG],
      summary: "End the session",
      description:
        "Ends the session in every process of the server, so that a copy of the cookie is worth nothing, and has the browser forget it. 503: a process may not know; send the request again.",
      security: [],
      responses: answered(
        "It has ended.",
        closedObject("Ended session", { key: { type: "null", description: "None." } }),
      ),
    },
  },
};

export const pageTag: Json = {
  name: TAG,
  description: "For the page at / and others that make forms. The API itself needs none of it.",
};
