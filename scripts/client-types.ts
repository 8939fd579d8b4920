import "ratebook-typescript-5";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kindsFor } from "../src/answers/index.ts";
import { snakeCase } from "../src/core/text/spelling.ts";
import { API_PREFIX, RATE_PATHS } from "../src/pricing/state/api-paths.ts";
import { IDEMPOTENCY_KEY_FORM, JOB_ID } from "../src/reprice/jobs/record.ts";
import { JOB_LIMITS } from "../src/reprice/limits.ts";
import { HTTP_LIMITS } from "../src/serve/http/limits.ts";
import { ITEMS } from "../src/serve/http/long-work/batch.ts";
import { createOpenApi } from "../src/serve/http/openapi/document.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS } from "../src/serve/http/problems.ts";
import { states } from "../src/states/index.ts";

// Not in the list above: it loads TypeScript, which has to be version 5 by then.
const { default: openapiTypes, astToString } = await import("openapi-typescript");

const FOLDER = join(import.meta.dirname, "../client/src/generated");

/** The limits, forms and codes of the service that the client needs when it runs. */
const CONSTANTS = {
  API_PREFIX,
  SETTINGS: Object.fromEntries(states.map(({ code, lookups }) => [code, lookups.map(({ setting }) => setting)])),
  BATCH_ITEMS: ITEMS,
  BATCH_ITEMS_MAX: HTTP_LIMITS.batchItemsMax,
  BATCH_BYTES_MAX: HTTP_LIMITS.bodyBytesMax,
  // More than the largest batch that is legal: 1,000 names with 20 providers each.
  ANSWER_BYTES_MAX: 64 * 1024 * 1024,
  FILE_BYTES_MAX: JOB_LIMITS.fileBytesMax,
  JOB_ID: JOB_ID.source,
  IDEMPOTENCY_KEY_FORM: IDEMPOTENCY_KEY_FORM.source,
  PROBLEM_MEDIA_TYPE,
  PROBLEM_STATUSES: Object.fromEntries(Object.entries(PROBLEMS).map(([code, { status }]) => [code, status])),
};

/** The parameters of which a request needs at least one, by its path. OpenAPI cannot say this of a query. */
function identifiers(): Readonly<Record<string, readonly string[]>> {
  const requests = states.flatMap((state) =>
    state.lookups.flatMap((lookup) =>
      kindsFor(lookup).map(({ path, parameters }) => {
        const named = Object.entries(parameters(state, lookup)).filter(
          ([, { identifiesProvider }]) => identifiesProvider,
        );
        return [`/${state.code}${RATE_PATHS[lookup.setting]}${path}`, named.map(([name]) => snakeCase(name))] as const;
      }),
    ),
  );
  return Object.fromEntries(requests);
}

/** Writes client/src/generated: the types of the API by openapi-typescript, and what the client needs of the service beside them. */
export async function writeClientTypes(): Promise<void> {
  const document = JSON.stringify(createOpenApi(states));
  const types = await openapiTypes(document, { immutable: true, rootTypes: true, rootTypesNoSchemaPrefix: true });
  const constants = Object.entries({ ...CONSTANTS, IDENTIFIERS: identifiers() });
  const service = constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "openapi.ts"), astToString(types));
  writeFileSync(join(FOLDER, "service.ts"), service.join(""));
}
