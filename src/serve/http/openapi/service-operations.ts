import { object } from "../../../core/schema/schema.ts";
import { readySchema } from "../health-endpoints.ts";
import { type Json, responseReference } from "./json-schema.ts";

const TAG = "Service";

/** These stand at the root, outside the versioned API. */
const ROOT: Json = { servers: [{ url: "/" }] };

/** Each status by itself or all at once: client generators do not know what to do with `4XX`. */
const refusals: Json = { "400": responseReference("OtherProblem"), default: responseReference("OtherProblem") };

/** The operations for operators of the service. */
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
              schema: object("Liveness", {
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

export const serviceTag: Json = { name: TAG, description: "For operators of the service. No key is needed." };
