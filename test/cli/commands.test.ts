import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORMAT_VERSION } from "../../src/release/format.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { createKey, RATEBOOK, ROOT, ratebook, refused, run, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const home = join(folder.path, "home");
/** The sample with California alone: it is compiled in a third of the time. */
const dataset = join(folder.path, "dataset");
const release = join(folder.path, "sample.db");
const [california] = states;
/** What the command printed that built the release. */
let built: string;

beforeAll(async () => {
  for (const part of ["dataset.json", "ca", "common"]) {
    cpSync(join(SAMPLE, part), join(dataset, part), { recursive: true });
  }
  const { code, stdout, stderr } = await ratebook(["build", dataset, "--out", release]);
  expect(code).toBe(0);
  built = stdout;
  // On a busy machine a build takes long enough to tell its progress; it says nothing else there.
  expect(stderr).toMatch(/^(?: *\d+ % {2}\w+ \S+.*\n)*$/);
});

afterAll(() => folder.remove());

/** What an operator sets for good, by the names of the options. */
const LASTING = [
  ...["release", "database", "home", "host", "port", "workers", "rate", "time-zone", "log-level"],
  ...["metrics-port", "allowed-host", "stale-after", "drain", "mcp", "url"],
  "work",
];

/** Options of one run, though their names are those of lasting settings elsewhere. */
const ONE_RUN = ["keys create rate", "start home"];

/** No command starts anything for its help: it needs no process of its own. */
function helpOf(command: string) {
  return refused([...command.split(" "), "--help"]);
}

function pairs(query: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(query).map(([name, value]) => `${name}=${value}`);
}

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly version: string };
  expect(await ratebook(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("version names the program, its API and the format of releases", async () => {
  const { code, stdout } = await ratebook(["version", "--json"]);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly version: string };
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { program: version, api: "1.0.0", release_format: FORMAT_VERSION, node: process.versions.node },
  ]);
  expect((await ratebook(["version"])).stdout).toContain(`Ratebook ${version}\n`);
});

test("help has the commands in groups", async () => {
  const { stdout } = await ratebook(["--help"]);
  expect(stdout.match(/^[A-Z].*:$/gm)).toEqual([
    "Options:",
    "Run a server:",
    "Look prices up:",
    "Reprice claims:",
    "Load and compare rates:",
    "Keys, usage and releases:",
    "Others:",
  ]);
});

test.each([
  "serve",
  "reload",
  "check",
  "build",
  "verify",
  "keys create",
  "keys list",
  "import",
  "keys revoke",
  "keys rotate",
  "keys export",
  "keys import",
  "audit verify",
  "audit list",
  "backup",
  "price",
  "explain",
  "search",
  "reprice",
  "mcp",
  "database init",
  "work",
  "start",
])("%s --help shows an example, and a variable for what an operator sets for good", async (command) => {
  const { code, stdout } = await helpOf(command);
  expect(code).toBe(0);
  expect(stdout).toContain(`Example:\n  $ ratebook ${command === "reload" ? "build" : command}`);
  const [, options = ""] = stdout.split("\nOptions:\n");
  for (const option of options.split(/^ {2}(?=-)/m)) {
    const [, name] = /^--([a-z-]+)/.exec(option) ?? [];
    const hasVariable = name !== undefined && LASTING.includes(name) && !ONE_RUN.includes(`${command} ${name}`);
    expect(/env: RATEBOOK_[A-Z_]+/.test(option.replace(/\s+/g, " ")), option).toBe(hasVariable);
  }
});

test.each([
  ["keys", "create", "--name", "Mercy", "--states", "ca"],
  ["usage"],
  ["audit", "list"],
  ["releases", "list"],
])("a home and a database that are both typed are refused, and nothing is written: %s %s", async (...command) => {
  const place = join(folder.path, "unwritten");
  const words = command.filter((word) => word !== undefined);
  const database = "postgres://me:secret@127.0.0.1:1/rates";
  expect(await ratebook([...words, "--home", place, "--database", database])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: --home and --database are both given, and this command uses one place. Remove one of them.\n",
  });
  expect(existsSync(place)).toBe(false);
});

describe("a home on the command line counts, although a variable names a database", () => {
  const away = { RATEBOOK_DATABASE_URL: "postgres://me:secret@127.0.0.1:1/rates" };
  const place = join(folder.path, "written");

  test("for commands that change keys, which say where", async () => {
    const keys = (...words: string[]) => ratebook(["keys", ...words, "--home", place], away);
    const created = await keys("create", "--name", "Mercy", "--states", "ca", "--json");
    const made = JSON.parse(created.stdout) as { readonly id: string };
    expect(made).toMatchObject({ home: place, database: null });
    const rotated = await keys("rotate", made.id);
    expect([rotated.code, rotated.stderr]).toEqual([0, expect.stringContaining(`Created in the home ${place}.\n`)]);
    const revoked = await keys("revoke", made.id);
    expect([revoked.code, revoked.stdout]).toEqual([0, expect.stringContaining(`is revoked in the home ${place}.`)]);
    const file = join(folder.path, "written.json");
    expect((await keys("export", "--out", file)).code).toBe(0);
    expect((await keys("import", file)).stdout).toContain(`0 updated, 2 unchanged in the home ${place}.\n`);
    expect(existsSync(join(place, "keys.db"))).toBe(true);
  });

  test.each([
    ["keys", "list"],
    ["usage"],
    ["audit", "list"],
    ["audit", "verify"],
    ["releases", "push", release],
    ["releases", "list"],
    ["releases", "prune", "--keep", "1"],
  ])("for %s %s", async (...command) => {
    if (!existsSync(place)) await createKey(place);
    const words = command.filter((word) => word !== undefined);
    expect((await ratebook([...words, "--home", place], away)).code).toBe(0);
    const { code, stderr } = await ratebook(words, { ...away, RATEBOOK_HOME: place });
    expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be used")]);
    expect(stderr).not.toContain("secret");
  });
});

describe("wrong usage ends with 2 and says what is wrong", () => {
  test.each([
    [["frobnicate"], "unknown command 'frobnicate'"],
    [
      ["price", "ca", "outpatient", "--home", join(folder.path, "none")],
      "There is no release to answer from: --release names none",
    ],
    [["price", "ca", "outpatient", "--home", home, "--release", "x"], "--home and --release are both given"],
    [["releases", "prune"], "required option '--keep <number>' not specified"],
    [["releases", "list", "--database", "mysql://db"], "Expected an address such as postgres://"],
    [
      ["serve", "--release", "x", "--port", "http"],
      "option '--port <number>' argument 'http' is invalid. Expected a whole",
    ],
    [["serve", "--release", "x", "--colour"], "unknown option '--colour'"],
    [["build", "data"], "required option '--out <file>' not specified"],
    [["keys", "create", "--name", "x", "--states", "ca,zz", "--home", home], '"zz" is none'],
    [["keys", "create", "--name", "x", "--states", "ca", "--expires", "soon", "--home", home], "such as 30d or 12h"],
    [
      ["keys", "create", "--name", "a\nb", "--states", "ca", "--home", home],
      "a name of 1 to 100 characters on one line",
    ],
    [["import"], "Name a publication or a table and its file"],
    [["import", "ca/nothing-like-it", "x.csv", "--into", "d"], '"ca/nothing-like-it" is not a publication'],
    [["import", "ca/x", "x.csv", "--into", "d", "--as-of", "soon"], "Expected a calendar day as YYYY-MM-DD"],
    [["price", "zz", "outpatient", "--release", "x"], '"zz" is not a state of Ratebook; known are ca'],
    [["price", "ca", "dental", "--release", "x"], '"dental" is not a setting: write outpatient or inpatient'],
    [["price", "ca", "outpatient", "--release", "x", "99213"], '"99213" is not a parameter: write it as name=value'],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await refused(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("a bad variable is named", async () => {
    const { code, stderr } = await refused(["serve"], { RATEBOOK_RELEASE: "x", RATEBOOK_WORKERS: "many" });
    expect(code).toBe(2);
    expect(stderr).toContain(
      "value 'many' from env 'RATEBOOK_WORKERS' is invalid. Expected a whole number from 1 to 64.",
    );
  });
});

describe("keys", () => {
  test("create prints the key as the last line, with what it is for", async () => {
    const command = ["keys", "create", "--home", home, "--name", "Mercy", "--states", "CA", "--rate", "60", "--json"];
    const { code, stdout } = await ratebook([...command, "--expires", "2099-01-01"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^rb_live_/),
      name: "Mercy",
      states: ["ca"],
      expires_at: "2099-01-01T00:00:00.000Z",
      rate: 60,
      home,
      database: null,
    });
  });

  test("create for people prints the key alone on standard output", async () => {
    const { stdout, stderr } = await ratebook(["keys", "create", "--home", home, "--name", "Mercy", "--states", "ca"]);
    expect(stdout).toMatch(/^rb_live_[0-9A-Za-z]{39}\n$/);
    expect(stderr).toContain("it is not stored and cannot be shown again");
    expect(stderr).toContain(`Created in the home ${home}.\n`);
  });

  test("list, rotate and revoke, with the home given as a variable", async () => {
    const variables = { RATEBOOK_HOME: join(folder.path, "other") };
    const json = async (...args: string[]) =>
      JSON.parse((await ratebook(["keys", ...args, "--json"], variables)).stdout);
    const made = await json("create", "--name", "Mercy", "--states", "ca");
    const rotated = await json("rotate", made.id, "--overlap", "1h");
    expect(rotated).toMatchObject({ name: "Mercy", states: ["ca"], expires_at: null });
    await json("revoke", rotated.id);
    expect(await json("list")).toMatchObject([
      { id: made.id, status: "active", last_four: made.key.slice(-4), expires_at: expect.any(String) },
      { id: rotated.id, status: "revoked", revoked_at: expect.any(String) },
    ]);
    const table = await ratebook(["keys", "list", "--home", variables.RATEBOOK_HOME]);
    expect(table.stdout).toContain(`${made.id}  Mercy  ca      ${made.key.slice(-4)}     active`);
    expect(table.stdout).not.toContain(made.key);
  });

  test.each([
    ["keys list", ["keys", "list"]],
    ["keys revoke", ["keys", "revoke", "key_none"]],
    ["keys rotate", ["keys", "rotate", "key_none"]],
    ["reload", ["reload"]],
  ])("%s of a home that is not there says so and makes none", async (_what, command) => {
    for (const typo of [join(folder.path, "typo"), join(folder.path, "typo", "below"), folder.path]) {
      const { code, stdout, stderr } = await ratebook([...command, "--home", typo]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toBe(
        `error: There is no home ${typo}: check --home, or make a home and its first key with "ratebook keys create".\n`,
      );
    }
    for (const name of ["typo", "keys.db", "servers"]) expect(existsSync(join(folder.path, name))).toBe(false);
  });

  test("a file of keys that is empty has lost them: it is named, and no command makes a new one of it", async () => {
    const empty = join(folder.path, "empty keys");
    mkdirSync(empty);
    writeFileSync(join(empty, "keys.db"), "");
    const commands = [
      ["keys", "list"],
      ["keys", "create", "--name", "x", "--states", "ca"],
      ["keys", "revoke", "k"],
      ["serve", "--release", release, "--port", "0"],
    ];
    for (const command of commands) {
      const { code, stderr } = await ratebook([...command, "--home", empty]);
      expect(stderr).toMatch(/^error: .*keys\.db cannot be used \(it is empty\)\. Fix .* put back a copy.*\n$/);
      expect(code).toBe(1);
    }
    expect(readFileSync(join(empty, "keys.db"))).toHaveLength(0);
  });

  test("a file of keys that is damaged is named, without a stack", async () => {
    const damaged = join(folder.path, "damaged");
    mkdirSync(damaged, { recursive: true });
    writeFileSync(join(damaged, "keys.db"), "these are no keys".repeat(500));
    for (const command of [["list"], ["create", "--name", "x", "--states", "ca"], ["revoke", "key_none"]]) {
      const { code, stdout, stderr } = await ratebook(["keys", ...command, "--home", damaged]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^error: .*damaged\/keys\.db cannot be used \(file is not a database\)\. Fix .*\n$/);
    }
  });

  test("an unknown key ends with 1", async () => {
    const { code, stderr } = await ratebook(["keys", "revoke", "key_none", "--home", home]);
    expect(code).toBe(1);
    expect(stderr).toBe('error: There is no key key_none. See "ratebook keys list" for the keys of this home.\n');
  });
});

describe("datasets", () => {
  const faulty = join(folder.path, "faulty");

  beforeAll(() => {
    cpSync(dataset, faulty, { recursive: true });
    const providers = join(faulty, "ca", "providers.csv");
    const lines = readFileSync(providers, "utf8").split("\n");
    const faultyLines = lines.map((line, index) =>
      index === 1 || index === 3 ? line.replace(/[0-9]{10}/, "123") : line,
    );
    writeFileSync(providers, faultyLines.join("\n"));
  });

  test("check finds no fault in the sample", async () => {
    const { code, stdout } = await ratebook(["check", SAMPLE]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^No faults in [0-9]+ rows of [0-9]+ tables\.\nLoaded: ca outpatient, [^\n]*\.\n$/),
    ]);
  });

  test("check reports every fault with its place and ends with 1", async () => {
    const { code, stdout } = await ratebook(["check", faulty]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ca\/providers\.csv:2:npi: "123", expected 10 digits/m);
    expect(stdout).toMatch(/^ca\/providers\.csv:4:npi: "123", expected 10 digits/m);
    expect(stdout).toMatch(/\n[0-9]+ faults\.\n$/);
  });

  test("check --json prints the faults as data", async () => {
    const { stdout } = await ratebook(["check", faulty, "--json"]);
    const { faults, fault_count } = JSON.parse(stdout) as { faults: object[]; fault_count: number };
    expect(faults).toHaveLength(fault_count);
    expect(faults).toContainEqual(
      expect.objectContaining({ file: "ca/providers.csv", line: 2, column: "npi", value: "123" }),
    );
  });

  test("build refuses a faulty dataset and writes nothing", async () => {
    const out = join(folder.path, "faulty.db");
    const { code, stdout } = await ratebook(["build", faulty, "--out", out]);
    expect(code).toBe(1);
    expect(stdout).toContain('ca/providers.csv:2:npi: "123"');
    expect(stdout).toContain(`${out} was not written.`);
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    ["in a folder that is missing", "none/out.db", /none\/out\.db cannot be written: there is no folder .*none\. /],
    ["below a file", "sample.db/out.db", /sample\.db\/out\.db cannot be written \(ENOTDIR.*\)\. /],
    ["in the place of a folder", "home", /home is a folder and stays as it is: only a file is replaced\. /],
  ])("build %s ends with 1 and one sentence, before any work", async (_where, out, sentence) => {
    mkdirSync(home, { recursive: true });
    const { code, stdout, stderr } = await ratebook(["build", SAMPLE, "--out", join(folder.path, out)]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringMatching(sentence)]);
  });

  test("build and reprice on a disk that is full name the file, end with 1 and leave nothing behind", async () => {
    const full = join(folder.path, "full");
    mkdirSync(full);
    const claims = join(folder.path, "claims.csv");
    writeFileSync(claims, `npi,billing_code\n${"1000700140,99213\n".repeat(1_000)}`);
    const reprice = ["reprice", "ca", "outpatient", claims, "--release", release, "--workers", "1"];
    for (const command of [["build", dataset], reprice]) {
      // A file that may not grow any more fails as one on a full disk does, and needs no disk that is full.
      const script = 'trap "" XFSZ; ulimit -f 400; exec "$@"';
      const { code, stderr } = await run("sh", ["-c", script, "sh", RATEBOOK, ...command, "--out", join(full, "out")]);
      expect(stderr.trimEnd().split("\n").at(-1)).toMatch(
        /^error: .*full\/out\S* cannot be written \(.+\)\. Fix the cause/,
      );
      expect(code).toBe(1);
      expect(readdirSync(full)).toEqual([]);
    }
  });

  test("build --json tells what was built, the same for the same data", async () => {
    const out = join(folder.path, "again.db");
    const { stdout } = await ratebook(["build", dataset, "--out", out, "--json"]);
    const again = JSON.parse(stdout) as { readonly content_hash: string };
    expect(again).toMatchObject({
      file: out,
      name: "Ratebook sample",
      row_counts: { "ca/providers": expect.any(Number) },
    });
    expect(built).toContain(again.content_hash);
  });

  test("a folder that is no dataset ends with 1 and no stack", async () => {
    const empty = join(folder.path, "empty");
    mkdirSync(empty, { recursive: true });
    const { code, stdout, stderr } = await ratebook(["build", empty, "--out", join(folder.path, "empty.db")]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain("dataset.json");
    expect(stdout + stderr).not.toMatch(/^ +at /m);
  });
});

describe("lookups without a server", () => {
  test("price tells the amount and the calculation", async () => {
    const args = pairs(california?.lookups[0]?.examples[0]?.query);
    const { code, stdout } = await ratebook(["price", "ca", "outpatient", "--release", release, ...args]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/NPI [0-9]{10}/);
    expect(stdout).toMatch(/\$[0-9]+\.[0-9]{2} fee_schedule/);
    expect(stdout).toMatch(/ = \$[0-9]+\.[0-9]{2}/);
  });

  test("price --json prints the array that the API answers with", async () => {
    const args = pairs(california?.lookups[1]?.examples[0]?.query);
    const { stdout } = await ratebook(["price", "CA", "inpatient", "--release", release, "--json", ...args]);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ rate_found: true, payment_rate_type: "claim" })]);
  });

  test("no rate is an answer: it ends with 0", async () => {
    const args = ["billing_code=ZZZZZ", "npi=1000000000"];
    const { code, stdout } = await ratebook(["price", "ca", "outpatient", "--release", release, ...args]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("no rate")]);
  });

  test("an invalid request ends with 1 and names every fault", async () => {
    const args = ["npi=12", "npi=13", "colour=red"];
    const { code, stdout, stderr } = await ratebook(["price", "ca", "outpatient", "--release", release, ...args]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("billing_code is required");
    expect(stderr).toContain("given more than once");
    expect(stderr).toContain('"colour" is not a parameter');
  });

  test("search lists providers, or prints the answer of the API", async () => {
    const args = pairs(california?.search.examples[0]?.query);
    const { code, stdout, stderr } = await ratebook(["search", "ca", "--release", release, ...args]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^NPI +STATE_PROVIDER_ID +PROVIDER_NAME/);
    expect(stderr).toMatch(/^[0-9]+ found, [0-9]+ shown\.\n$/);
    const json = await ratebook(["search", "ca", "--release", release, "--json", ...args]);
    expect(JSON.parse(json.stdout)).toMatchObject({ providers: expect.any(Array), total_results: expect.any(Number) });
  });

  test("a release that cannot be opened ends with 1 and names the file", async () => {
    const { code, stderr } = await ratebook(["search", "ca", "--release", join(folder.path, "none.db")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: .*none\.db does not exist\. Name another file, or make one with "ratebook build"\.\n$/,
    );
  });
});

test("reload without a server ends with 1", async () => {
  const idle = join(folder.path, "idle");
  await createKey(idle);
  const { code, stderr } = await ratebook(["reload", "--home", idle]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: No server is running with this home\. Start one with "ratebook serve"; send SIGHUP to .*\n$/,
  );
});
