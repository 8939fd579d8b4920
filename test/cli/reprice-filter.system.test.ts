import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { parseYaml } from "@redocly/openapi-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { RATEBOOK, ROOT, ratebook, run } from "./support/ratebook.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const release = path("sample.db");
const claims = path("claims.csv");
const header = path("header.csv");
/** The first of the claims, for what is done range by range. */
const few = path("few.csv");
const FEW = 200;
const temporary = path("temporary");
const EXAMPLES = join(ROOT, "examples/repricing");
const HEADINGS = "claim,npi,billing_code,date_of_service";
/** Together more than a pipe holds at a time, 64 KiB. */
const lines = Array.from(
  { length: 600 },
  (_, number) => `claim ${String(number).padStart(120, "0")},1000700140,99213,2026-10-01`,
);
let whole: string;

/** What the first claims give, with the headings. */
const ofFirst = (count: number) =>
  whole
    .split("\n")
    .slice(0, count + 1)
    .map((line) => `${line}\n`)
    .join("");

beforeAll(async () => {
  mkdirSync(temporary);
  writeFileSync(header, `${HEADINGS}\n`);
  writeFileSync(claims, `${HEADINGS}\n${lines.join("\n")}\n`);
  writeFileSync(few, `${[HEADINGS, ...lines.slice(0, FEW)].join("\n")}\n`);
  await californiaAt(release);
  const file = ["reprice", "ca", "outpatient", claims, "--release", release, "--out", path("whole.csv")];
  expect((await ratebook([...file, "--workers", "1"])).code).toBe(0);
  whole = readFileSync(path("whole.csv"), "utf8");
});
afterAll(() => folder.remove());

const shell = (script: string) =>
  run("/bin/sh", ["-c", script], { TMPDIR: temporary, RATEBOOK, LINES_PER_RANGE: "100" });
const filter = (...options: string[]) =>
  [RATEBOOK, "reprice ca outpatient - - --release", release, "--workers 1", ...options].join(" ");
const filtered = (input: string | Buffer, ...options: string[]) =>
  ratebook(["reprice", "ca", "outpatient", "-", "-", "--release", release, "--workers", "1", ...options], {}, input);

describe("a filter", () => {
  test("gives the bytes that files give, and keeps nothing on disk", async () => {
    const { code, stdout, stderr } = await shell(`${filter()} < ${claims}`);
    expect([code, stdout === whole]).toEqual([0, true]);
    expect(stderr).toContain("standard input: commas, UTF-8, streamed, 4 columns.\n");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("prices a range without headings as a part of the whole; by its exit code it has faulty lines", async () => {
    const range = [...lines.slice(100, 150), "x,1000700140,99213,yesterday", ""].join("\n");
    const options = ["--header-file", header, "--first-line", "102", "--omit-header"];
    const { code, stdout, stderr } = await filtered(range, ...options);
    expect([code, stdout]).toEqual([3, `${whole.split("\n").slice(101, 151).join("\n")}\n`]);
    expect(stderr).toContain("line 152: ");
  });

  test("says that takebacks are not looked for, since a line may be written before its takeback arrives", async () => {
    const of = (paid: string) => `A,1000700140,99213,2026-10-01,${paid}`;
    const { stdout, stderr } = await filtered([`${HEADINGS},paid`, of("10.00"), of("-10.00"), ""].join("\n"), "--json");
    expect(stdout).not.toContain("takeback_in_file");
    expect(stderr).toContain(
      '"underpaid_with_takebacks":{"lines":0,"dollars":"0.00","is_complete":false,"in_words":"Takebacks were not looked for',
    );
  });

  test("tells by another exit code that the stream broke off", async () => {
    const broken = await filtered(Buffer.from(`${HEADINGS}\nx\xff,1000700140,99213,2026-10-01\n`, "latin1"));
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain("standard input is not UTF-8 near byte");
  });

  test("ends quietly with 0 when nobody reads on", async () => {
    const { stdout, stderr } = await shell(`(${filter()} < ${claims}; echo "code $?" >&2) | head -n 1`);
    expect(stdout.split("\n")).toHaveLength(2);
    expect(stderr).toContain("code 0");
    expect(stderr).not.toContain("rror");
  });

  test.each([["--omit-header"], ["--first-line", "5"], ["--header-file", header]])(
    "alone takes %s",
    async (...option) => {
      const file = ["reprice", "ca", "outpatient", claims, "--release", release, "--out", "-"];
      const { code, stderr } = await ratebook([...file, ...option]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("is for ranges that are streamed")]);
    },
  );

  test.each([
    [
      "other delimiters than commas",
      () => `${HEADINGS}\n`.replaceAll(",", ";"),
      /has semicolons between .* say --out -/,
    ],
    ["NUL bytes", () => `${HEADINGS}\nx\0,1000700140\n`, RegExp(` has a NUL byte at byte ${HEADINGS.length + 3}, `)],
  ])("takes no %s, and says why", async (_what, input, why) => {
    const { code, stdout, stderr } = await filtered(input());
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(why)]);
    expect(stderr).toContain("standard input ");
  });

  test("takes nothing that is compressed, and says why", async () => {
    const { code, stdout, stderr } = await filtered(gzipSync(readFileSync(few)));
    const why = "standard input is compressed (gzip). Unpack it on the way: gunzip -c";
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(why)]);
  });
});

describe("the examples", () => {
  // GNU parallel where there is one; what it does with ranges is done by xargs on any machine.
  const hasParallel = spawnSync("parallel", ["--version"], { encoding: "utf8" }).stdout?.includes("GNU") ?? false;
  test.each(hasParallel ? ["xargs.sh", "parallel.sh"] : ["xargs.sh"])("%s gives the bytes of one run", async (name) => {
    const script = join(EXAMPLES, name);
    // The last claim of a file may have no line end, and is in a range of its own here.
    const unended = path("unended.csv");
    writeFileSync(unended, [HEADINGS, ...lines.slice(0, 101)].join("\n"));
    const last = await shell(`${script} ca outpatient ${unended} ${release}`);
    expect([last.code, last.stdout]).toEqual([0, ofFirst(101)]);
  });

  describe("a pod of the Kubernetes job", () => {
    const { spec } = parseYaml(readFileSync(join(EXAMPLES, "kubernetes-job.yaml"), "utf8")) as KubernetesJob;
    const [{ args, env }] = spec.template.spec.containers;
    const volume = path("volume");
    const script = args[0]
      .replaceAll("/tmp/", `${temporary}/`)
      .replaceAll("/claims/", `${volume}/`)
      .replaceAll("/releases/rates.db", release)
      .replaceAll("ratebook reprice", `${RATEBOOK} reprice`);
    const pod = (index: number, ranges: number) => {
      const variables = { JOB_COMPLETION_INDEX: String(index), LINES: "120", RANGES: String(ranges) };
      return run("/bin/sh", ["-euc", script], variables);
    };
    beforeAll(() => {
      mkdirSync(volume);
      writeFileSync(join(volume, "claims.csv"), [HEADINGS, ...lines.slice(0, FEW)].join("\n"));
    });
    afterEach(() => {
      for (const name of readdirSync(temporary)) rmSync(join(temporary, name));
    });

    test("is told how many there are", () => {
      expect(env.find(({ name }) => name === "RANGES")?.value).toBe(String(spec.completions));
    });

    test("prices its range, one beyond the end as well, and all parts are the whole", async () => {
      for (const index of [0, 1, 2]) expect((await pod(index, 3)).code).toBe(0);
      const parts = readdirSync(join(volume, "repriced")).sort();
      expect(parts).toEqual(["part-00000.csv", "part-00001.csv", "part-00002.csv"]);
      const priced = parts.map((name) => readFileSync(join(volume, "repriced", name), "utf8")).join("");
      expect(priced).toBe(ofFirst(FEW).slice(whole.indexOf("\n") + 1));
    });

    test("fails and leaves no part when the ranges do not cover the file", async () => {
      rmSync(join(volume, "repriced"), { recursive: true, force: true });
      const { code, stderr } = await pod(0, 1);
      expect([code, stderr]).toEqual([1, expect.stringContaining("has 201 lines, and 1 ranges of 120 do not")]);
      expect(readdirSync(volume)).toEqual(["claims.csv"]);
    });
  });

  // Spark is not here: what it would call on an executor is, with its files where SparkFiles says.
  test.runIf(spawnSync("python3", ["--version"]).status === 0)(
    "spark.py prices a partition, and fails with it",
    async () => {
      const call = (files: string) => `
import sys, types
sys.path.insert(0, ${JSON.stringify(EXAMPLES)})
sys.dont_write_bytecode = True
pyspark, sql = types.ModuleType("pyspark"), types.ModuleType("pyspark.sql")
pyspark.SparkFiles = types.SimpleNamespace(get=lambda name: ${files}[name])
sql.SparkSession = None
sys.modules.update({"pyspark": pyspark, "pyspark.sql": sql})
from spark import repriced
for line in repriced(line.rstrip("\\n") for line in open(${JSON.stringify(few)}).readlines()[1:]): print(line)
`;
      const files = JSON.stringify({ "rates.db": release, "header.csv": header });
      const python = (commands: string) =>
        run("python3", ["-c", call(files)], { PATH: `${commands}:${process.env.PATH}` });
      const { code, stdout } = await python(dirname(RATEBOOK));
      expect([code, stdout]).toEqual([0, ofFirst(FEW).slice(whole.indexOf("\n") + 1)]);
      // A command that reads everything, and fails.
      const failing = path("failing");
      mkdirSync(failing);
      writeFileSync(join(failing, "ratebook"), "#!/bin/sh\ncat > /dev/null\nexit 1\n", { mode: 0o755 });
      const broken = await python(failing);
      expect([broken.code, broken.stdout]).toEqual([1, ""]);
      expect(broken.stderr).toContain("ratebook reprice exited with 1");
    },
  );

  test("are in the docs", () => {
    const page = readFileSync(join(ROOT, "docs/scaling.md"), "utf8");
    for (const name of readdirSync(EXAMPLES)) expect(page).toContain(`examples/repricing/${name}`);
  });

  test("can be read by what runs them", () => {
    const job = parseYaml(readFileSync(join(EXAMPLES, "kubernetes-job.yaml"), "utf8")) as KubernetesJob;
    const { args } = job.spec.template.spec.containers[0];
    expect(spawnSync("sh", ["-n"], { input: args[0], encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    for (const name of ["parallel.sh", "xargs.sh"]) {
      expect(spawnSync("sh", ["-n", join(EXAMPLES, name)]).status).toBe(0);
    }
    // A machine without Python has nothing to read it with.
    const python = spawnSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], {
      input: readFileSync(join(EXAMPLES, "spark.py")),
    });
    expect(python.error === undefined ? python.status : 0).toBe(0);
  });
});

interface Container {
  readonly args: readonly [string];
  readonly env: readonly { readonly name: string; readonly value: string }[];
}

interface KubernetesJob {
  readonly spec: {
    readonly completions: number;
    readonly template: { readonly spec: { readonly containers: readonly [Container] } };
  };
}
