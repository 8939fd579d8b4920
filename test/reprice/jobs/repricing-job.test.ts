import { expect, it } from "vitest";
import type { JobRecord } from "../../../src/reprice/jobs/record.ts";
import { downloadName } from "../../../src/reprice/jobs/repricing-job.ts";

it.each([
  ["claims.xlsx", "claims-ca-2026-11-17"],
  ["Q3 claims (final).CSV", "Q3-claims-(final)-ca-2026-11-17"],
  ["claims.v2.csv", "claims.v2-ca-2026-11-17"],
  ['a"b\r\nc;d%.txt', "a-b-c-d-ca-2026-11-17"],
  ["../.hidden", "hidden-ca-2026-11-17"],
  ["Peña.csv", "Peña-ca-2026-11-17"],
  ["---", "claims-ca-2026-11-17"],
  [null, "claims-ca-2026-11-17"],
  ["x".repeat(300), `${"x".repeat(80)}-ca-2026-11-17`],
])("a download of %j is named %s", (fileName, name) => {
  const record = { fileName, state: "ca", createdAt: "2026-11-17T23:59:59.000Z" };
  expect(downloadName(record as JobRecord)).toBe(name);
});
