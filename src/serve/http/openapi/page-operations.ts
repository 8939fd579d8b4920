import { object, type Schema } from "../../../core/schema/schema.ts";
import { CATALOGUE_PATH, catalogueSchema } from "../catalogue.ts";
import { SESSION_PATH, sessionSchema } from "../sessions/routes.ts";
import { type Json, responseReference } from "./json-schema.ts";

const TAG = "Page";

/** These stand at the root, outside the versioned API. */
const ROOT: Json = { servers: [{ url: "/" }] };

const refusals: Json = { "400": responseReference("OtherProblem"), default: responseReference("OtherProblem") };

function answered(description: string, schema: Schema): Json {
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
      responses: answered("It has ended.", object("Ended session", { key: { type: "null", description: "None." } })),
    },
  },
};

export const pageTag: Json = {
  name: TAG,
  description: "For the page at / and others that make forms. The API itself needs none of it.",
};
