import { type Json, object } from "../../../core/schema/schema.ts";
import { PROBES } from "../../operations/address.ts";
import { CATALOGUE_PATH, catalogueSchema } from "../catalogue.ts";
import { RELEASE_PATH, readySchema, releaseInServiceSchema } from "../health-endpoints.ts";
import { SESSION_PATH, sessionSchema } from "../session-endpoints.ts";
import { problems } from "./operation-parts.ts";

const PAGE = "Page";
const SERVICE = "Service";

export const serviceTags: readonly Json[] = [
  { name: PAGE, description: "For the page at / and others that make forms. The API itself needs none of it." },
  { name: SERVICE, description: "For operators of the service. No key is needed." },
];

/** These operations are at the root, outside the versioned API. */
const ROOT: Json = { servers: [{ url: "/" }] };

const refusals = problems(400);

function answered(description: string, schema: object): Json {
  return { "200": { description, content: { "application/json": { schema } } } };
}

/** The operations for the page at `/`, and those for operators. */
export const servicePaths: Json = {
  [CATALOGUE_PATH]: {
    ...ROOT,
    get: {
      operationId: "catalogue",
      tags: [PAGE],
      summary: "What can be asked",
      description:
        "Every state, setting and parameter, from the declarations that also read the requests: what a form is made of.",
      security: [],
      responses: { ...answered("The catalogue.", catalogueSchema), ...refusals },
    },
  },
  [SESSION_PATH]: {
    ...ROOT,
    get: {
      operationId: "session",
      tags: [PAGE],
      summary: "The session of this browser",
      description: "Which key the cookie of the request stands for.",
      security: [],
      responses: { ...answered("The session.", sessionSchema), ...refusals },
    },
    post: {
      operationId: "session-begin",
      tags: [PAGE],
      summary: "Begin a session",
      description:
        "Exchanges the key for a cookie that stands for it in this browser, for twelve hours and as long as the key works. For pages of this service: the request must come from one (its Origin is compared with its Host). Programs send the key itself.",
      responses: {
        ...answered("It has begun.", sessionSchema),
        ...problems(400, 401),
      },
    },
    delete: {
      operationId: "session-end",
      tags: [PAGE],
      summary: "End the session",
      description:
        "Ends the session in every process of the server, so that a copy of the cookie is worth nothing, and has the browser forget it. 503: a process may not know; send the request again.",
      security: [],
      responses: {
        ...answered("It has ended.", object("Ended session", { key: { type: "null", description: "None." } })),
        ...refusals,
      },
    },
  },
  [PROBES.liveness]: {
    ...ROOT,
    get: {
      operationId: "livez",
      tags: [SERVICE],
      summary: "Is the process alive",
      description: "Answers as long as the process runs, with or without data.",
      security: [],
      responses: {
        ...answered(
          "It is.",
          object("Liveness", { status: { type: "string", const: "alive", description: "The process runs." } }),
        ),
        ...refusals,
      },
    },
  },
  [PROBES.readiness]: {
    ...ROOT,
    get: {
      operationId: "readyz",
      tags: [SERVICE],
      summary: "Is there data to answer from",
      description:
        "For probes: a few hundred bytes with the version of the program, the release and what is wrong. Take an instance out of the load balancer while this is not 200.",
      security: [],
      responses: {
        ...answered("It is ready.", readySchema),
        ...problems(400, 503),
      },
    },
  },
  [RELEASE_PATH]: {
    ...ROOT,
    get: {
      operationId: "release",
      tags: [SERVICE],
      summary: "The release in service",
      description: "What it holds, which settings are loaded, and the publications that its figures come from.",
      security: [],
      responses: {
        ...answered("The release.", releaseInServiceSchema),
        ...problems(400, 503),
      },
    },
  },
};
