import type { Json } from "../../../core/schema/schema.ts";
import { API_PREFIX, JOB_PACKET, JOB_VARIANCES, REPRICE_PATH } from "../../../pricing/state/api-paths.ts";
import type { State } from "../../../pricing/state/state.ts";
import { orderForm } from "../../../reprice/jobs/order.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_FORM, JOB_ID, PACKET_LINES } from "../../../reprice/jobs/record.ts";
import {
  deletedJobSchema,
  dryRunSchema,
  JOB_FILES,
  jobSchema,
  jobsSchema,
} from "../../../reprice/jobs/repricing-job.ts";
import { JOB_LIMITS } from "../../../reprice/limits.ts";
import { variancesSchema } from "../../../reprice/report/summary.ts";
import { OPTION_DESCRIPTIONS, optionSentence } from "../../../reprice/repricing-options.ts";
import { VARIANCE_PARAMETERS } from "../reprice/variances.ts";
import { answered, answerHeaders, problems, stateProblems } from "./operation-parts.ts";

const TAG = "Repricing";

/** Below the prefix of the API, as the document has its paths. */
const JOBS = REPRICE_PATH.slice(API_PREFIX.length);

export const repriceTag: Json = {
  name: TAG,
  description:
    "Files of claims, priced line by line. A job belongs to the key that sent its file, and to the key that replaces it.",
};

const idParameter: Json = {
  name: "id",
  in: "path",
  required: true,
  description: "The id of a job.",
  schema: { type: "string", pattern: JOB_ID.source, minLength: 32, maxLength: 32 },
};

const idempotencyParameter: Json = {
  name: IDEMPOTENCY_KEY,
  in: "header",
  required: false,
  description:
    "A text such as a UUID, new for every file and the same for every try of one: an upload that is sent again gets the job of the first, and counts as one lookup. It holds while the job is there and has not failed. Leave it out of a dry run.",
  schema: { type: "string", pattern: IDEMPOTENCY_KEY_FORM.source, minLength: 1, maxLength: 255 },
};

const jobProblems = problems(401, 404, 429, 503);

function repriceForm(states: readonly State[]): Json {
  const { required, properties } = orderForm(states);
  const file = { type: "string", contentMediaType: "application/octet-stream", description: "The file." };
  const claims = { ...file, description: optionSentence(OPTION_DESCRIPTIONS.claims) };
  return {
    type: "object",
    title: "File to reprice",
    required: ["file", ...required],
    properties: { file, claims, ...properties },
  };
}

const files = Object.entries(JOB_FILES).map(([file, { summary, description, mediaType }]) => {
  const content = { [mediaType]: { schema: { type: "string" } } };
  const responses = {
    "200": { description: "The file.", headers: answerHeaders, content },
    ...jobProblems,
    ...problems(409),
  };
  const about = { operationId: `repricing-${file}`, tags: [TAG], summary, description };
  return [`${JOBS}/{id}/${file}`, { get: { ...about, parameters: [idParameter], responses } }];
});

const { packetLinesMax } = JOB_LIMITS;

const packet: Json = {
  get: {
    ...{ operationId: `repricing-${JOB_PACKET}`, tags: [TAG], summary: "Explanations of chosen lines, to print" },
    description: `One document (HTML) for an appeal: the chosen lines of the file with their amounts, and the explanation of each. Each line counts as a lookup. The service must still have the release that the file was priced with.`,
    parameters: [
      idParameter,
      {
        ...{ name: "lines", in: "query", required: true },
        description: `Lines of the file that have a result, as \`input_line\` counts them, separated by commas; at most ${packetLinesMax}.`,
        schema: { type: "string", pattern: PACKET_LINES.source, minLength: 1, maxLength: 10 * packetLinesMax },
        example: "2,5,17",
      },
    ],
    responses: {
      "200": {
        description: "The document.",
        headers: answerHeaders,
        content: { "text/html": { schema: { type: "string" } } },
      },
      ...stateProblems,
      ...problems(404, 409),
    },
  },
};

const variances: Json = {
  get: {
    ...{ operationId: `repricing-${JOB_VARIANCES}`, tags: [TAG], summary: "Lines with a variance, page by page" },
    description: `The lines that were paid more or less than expected, the largest variance first: the ${JOB_LIMITS.variancesMax} largest of a file. All of them, or those of a group of the totals, or those with two amounts. Also as CSV. A row for each line.`,
    parameters: [
      idParameter,
      ...Object.entries(VARIANCE_PARAMETERS).map(([name, description]) => ({
        ...{ name, in: "query", required: false, description },
        schema: { type: "string", maxLength: 200 },
      })),
    ],
    responses: {
      "200": answered("The lines.", variancesSchema),
      ...jobProblems,
      ...problems(400, 409),
    },
  },
};

export function repricePaths(states: readonly State[]): Json {
  const { fileBytesMax, linesMax, underWayPerKeyMax, keptPerKeyMax } = JOB_LIMITS;
  return {
    [JOBS]: {
      get: {
        ...{ operationId: "repricing-jobs", tags: [TAG], summary: "The jobs of a key" },
        description:
          "The jobs of the key and of the keys that it replaced, the newest first. Each as `GET /reprice/{id}` has it, without `notes` and `summary`. Also as CSV. A row for each job.",
        responses: { "200": answered("The jobs.", jobsSchema), ...problems(401, 429, 503) },
      },
      post: {
        ...{ operationId: "reprice-file", tags: [TAG], summary: "Reprice a file" },
        description: `Takes a file of claims (at most ${fileBytesMax} bytes and ${linesMax} lines) and answers with a job; ask for the job until it is done. A key has at most ${underWayPerKeyMax} files under way and ${keptPerKeyMax} jobs: at that number, the job that ended first is deleted. Each line counts as a lookup, all together at most as one window of the key; a dry run counts as one.`,
        parameters: [idempotencyParameter],
        requestBody: { required: true, content: { "multipart/form-data": { schema: repriceForm(states) } } },
        responses: {
          "200": answered("Of a dry run: how the file would be read.", dryRunSchema),
          "202": answered("The job.", jobSchema, {
            Location: { schema: { type: "string" }, description: "Its path." },
          }),
          ...stateProblems,
          ...problems(409, 413, 415, 422),
        },
      },
    },
    [`${JOBS}/{id}`]: {
      get: {
        ...{ operationId: "repricing-job", tags: [TAG], summary: "How far a job is" },
        description: "Its progress; when it is done the summary, when it failed the reason. Also as CSV. One row.",
        parameters: [idParameter],
        responses: { "200": answered("The job.", jobSchema), ...jobProblems },
      },
      delete: {
        ...{ operationId: "delete-repricing-job", tags: [TAG], summary: "End and delete a job" },
        description: "Ends the work, if it is under way, and deletes every file of it at once.",
        parameters: [idParameter],
        responses: { "200": answered("It is deleted.", deletedJobSchema), ...jobProblems },
      },
    },
    ...Object.fromEntries(files),
    [`${JOBS}/{id}/${JOB_PACKET}`]: packet,
    [`${JOBS}/{id}/${JOB_VARIANCES}`]: variances,
  };
}
