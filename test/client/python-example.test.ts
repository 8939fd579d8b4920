import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { behindProxy } from "./support/behind-proxy.ts";
import { DROP, TRUNCATE } from "./support/fates.ts";
import type { Fate } from "./support/faulty-proxy.ts";
import { API_KEY } from "./support/sample-service.ts";

/* The example for Python, run by Python. It is left out only where there is no python3 of its version, and then says so. */

const EXAMPLES = join(import.meta.dirname, "../../examples/python");
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status === 0;

const { proxy } = behindProxy();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-python-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A thousand results, four kilobytes each, several times. */
const PRINTED_BYTES_MAX = 32 * 1024 * 1024;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function python(...parts: readonly string[]): Promise<Ended> {
  const env = {
    ...process.env,
    RATEBOOK_URL: proxy().baseUrl,
    RATEBOOK_API_KEY: API_KEY,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return await promisify(execFile)("python3", parts, { cwd: EXAMPLES, env, maxBuffer: PRINTED_BYTES_MAX }).then(
    (ended) => ({ code: 0, ...ended }),
    (ended: Ended) => ended,
  );
}

/** Lookups with the example's class in one program, each with what becomes of its attempts. Waits are noted instead of waited. */
async function attempts(...lookups: readonly (readonly Fate[])[]) {
  // A lookup that takes fewer or more attempts than expected shifts the fates of the next ones.
  proxy().fates.push(...lookups.flat());
  const { stdout, stderr } = await python(
    "-c",
    `import json, os, price
for _ in range(${lookups.length}):
    waits = []
    ratebook = price.Ratebook(os.environ["RATEBOOK_URL"], os.environ["RATEBOOK_API_KEY"], sleep=waits.append)
    try:
        came = ratebook.price("ca", "outpatient", npi="1000100010", billing_code="99213")[0]["rate_found"]
    except price.RatebookError as error:
        came = [error.kind, error.code, str(error)]
    print(json.dumps({"waits": waits, "came": came}))`,
  );
  expect(stderr).toBe("");
  expect(proxy().fates).toEqual([]);
  return lines(stdout) as { readonly waits: number[]; readonly came: true | string[] }[];
}

function lines(text: string) {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const VISIT = ["npi=1000100010", "billing_code=99213", "date_of_service=2026-10-01", "child_patient=true"];
const limited = (retryAfter: string): Fate => ({ kind: "answer", status: 429, headers: { "retry-after": retryAfter } });

const TITLE = hasPython
  ? "The example for Python"
  : "The example for Python (left out: no python3 of version 3.10 here)";

describe.runIf(hasPython)(TITLE, () => {
  it("prices one lookup", async () => {
    const { code, stdout } = await python("price.py", "ca", "outpatient", ...VISIT, "family_planning_primary_dx=true");
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([{ rate_found: true, payment_rate: "57.33" }]);
  });

  it("prices a file in batches, in its order, with a fault where it is", async () => {
    const file = join(folder, "lookups.jsonl");
    const lookups = Array.from({ length: 1002 }, (_, index) => ({
      npi: index === 1001 ? "12" : "1000100010",
      billing_code: "99213",
      reference_id: `line-${index}`,
    }));
    writeFileSync(file, lookups.map((lookup) => JSON.stringify(lookup)).join("\n"));
    const { code, stdout } = await python("price.py", "ca", "outpatient", "--batch", file);
    expect(code).toBe(0);
    const responses = lines(stdout);
    expect(responses.map(({ index }) => index)).toEqual([...lookups.keys()]);
    expect(responses.map(({ reference_id }) => reference_id)).toEqual(lookups.map(({ reference_id }) => reference_id));
    expect(responses[1001]).toMatchObject({ results: [{ rate_found: false }], error: { code: "invalid_parameter" } });
    expect(proxy().seen).toHaveLength(2);
  });

  it("tells every fault, and never the key", async () => {
    const { code, stdout, stderr } = await python("price.py", "ca", "outpatient", "npi=12", "date_of_service=soon");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n").filter((line) => line.startsWith("  "))).toHaveLength(3);
    expect(stderr).not.toContain(API_KEY);
  });

  it("tells how it is used", async () => {
    expect(await python("price.py")).toMatchObject({ code: 2, stderr: expect.stringContaining("python3 price.py") });
    expect(await python("price.py", "ca", "outpatient", "99213")).toMatchObject({
      code: 2,
      stderr: "99213 is no field: expected name=value, such as billing_code=99213.\n",
    });
  });

  it("gets over passing faults as the contract says", async () => {
    const PASSES: Fate = { kind: "pass" };
    expect(
      await attempts(
        [DROP, TRUNCATE, { kind: "shorten" }, limited("1"), PASSES],
        [limited("9"), { kind: "answer", status: 502, body: "no" }, PASSES],
      ),
    ).toEqual([
      { waits: [1, 2, 4, 8], came: true },
      { waits: [9, 2], came: true },
    ]);
  });

  it("gives up after five attempts, and at once where another would not help; the key is in no error, whoever sends it back", async () => {
    const elsewhere: Fate = { kind: "answer", status: 302, headers: { location: `${proxy().baseUrl}/elsewhere` } };
    const body = JSON.stringify({ detail: `Bearer ${API_KEY}`, code: "not_found", request_id: "r" });
    const echo: Fate = { kind: "answer", status: 404, body };
    const unexpected = { waits: [], came: ["unexpected_answer", null, expect.any(String)] };
    expect(await attempts([DROP, DROP, DROP, DROP, DROP], [limited("61")], [elsewhere], [echo])).toEqual([
      { waits: [1, 2, 4, 8], came: ["network", null, expect.any(String)] },
      unexpected,
      unexpected,
      { waits: [], came: ["problem", "not_found", "Bearer [API key]"] },
    ]);
    expect(proxy().seen.map(({ url }) => url)).not.toContain("/elsewhere");
  });
});
