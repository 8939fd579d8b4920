import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { createKey, RATEBOOK, ratebook, refused } from "./support/ratebook.ts";

/* The configuration file of an operator, and the commands that check and print it. */

const folder = temporaryFolder();
afterAll(() => folder.remove());

let files = 0;

/** A file of these lines, which only its owner may read. */
function file(...lines: readonly string[]): string {
  files += 1;
  const path = join(folder.path, `${files}.toml`);
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
  return path;
}

interface Printed {
  readonly file: string | null;
  readonly settings: readonly {
    readonly key: string;
    readonly value: string | null;
    readonly source: string;
    readonly line: number | null;
  }[];
}

async function printed(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { code, stdout } = await ratebook(["config", "print", "--json", ...args], variables);
  expect(code).toBe(0);
  const { settings } = JSON.parse(stdout) as Printed;
  return Object.fromEntries(settings.map(({ key, ...setting }) => [key, setting]));
}

async function errorsOf(...lines: readonly string[]): Promise<readonly string[]> {
  const path = file(...lines);
  const { code, stdout } = await ratebook(["config", "check", "--config", path, "--json"]);
  const { ok, errors } = JSON.parse(stdout) as { ok: boolean; errors: readonly { readonly message: string }[] };
  expect([code, ok]).toEqual(errors.length === 0 ? [0, true] : [1, false]);
  return errors.map(({ message }) => message.replace(path, "FILE"));
}

describe("a command with --config", () => {
  test("takes settings from the file; its paths start from the folder of the file", async () => {
    const home = join(folder.path, "homes", "one");
    const { id } = await createKey(home);
    mkdirSync(join(folder.path, "etc"));
    const path = join(folder.path, "etc", "ratebook.toml");
    writeFileSync(path, 'home = "../homes/one"\n');
    for (const [args, variables] of [
      [["keys", "list", "--json", "--config", path], {}],
      [["keys", "list", "--json"], { RATEBOOK_CONFIG: path }],
    ] as const) {
      const { code, stdout } = await ratebook(args, variables);
      expect([code, JSON.parse(stdout)]).toEqual([0, [expect.objectContaining({ id })]]);
    }
  });

  test.each([
    ["before the option", (path: string, home: string) => ["keys", "list", "--config", path, "--home", home]],
    ["after the option", (path: string, home: string) => ["keys", "list", "--home", home, "--config", path]],
  ])("lets the command line count first, then the variable, then the file: %s", async (_where, command) => {
    const homes = ["typed", "variable", "file"].map((name) => join(folder.path, "none", name)) as [
      string,
      string,
      string,
    ];
    const [typed, variable, inFile] = homes;
    const path = file(`home = "${inFile}"`);
    const missing = async (args: readonly string[], variables: Readonly<Record<string, string>>) =>
      (await ratebook(args, variables)).stderr.match(/There is no home (\S+):/)?.[1];
    expect(await missing(command(path, typed), { RATEBOOK_HOME: variable })).toBe(typed);
    const withoutHome = ["keys", "list", "--config", path];
    expect(await missing(withoutHome, { RATEBOOK_HOME: variable })).toBe(variable);
    expect(await missing(withoutHome, {})).toBe(inFile);
    expect(await missing(["keys", "list"], { RATEBOOK_CONFIG: path, RATEBOOK_HOME: variable })).toBe(variable);
  });

  test("lets a typed home count before the database of the file", async () => {
    const home = join(folder.path, "typed-home");
    const path = file('database_url = "postgres://me:secret@127.0.0.1:1/rates"');
    const create = ["keys", "create", "--name", "x", "--states", "ca", "--json", "--config", path];
    const typed = await ratebook([...create, "--home", home]);
    expect([typed.code, JSON.parse(typed.stdout)]).toEqual([0, expect.objectContaining({ home, database: null })]);
    const { code, stderr } = await ratebook(create);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: The database postgres:\/\/127\.0\.0\.1:1\/rates cannot be used/);
  });

  test("needs no option that the file has", async () => {
    const path = file('release = "none.db"');
    const { code, stderr } = await ratebook(["price", "ca", "outpatient", "npi=1", "--config", path]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(join(folder.path, "none.db"))]);
  });

  test.each(["serve", "work", "start", "usage", "releases list", "audit verify", "backup", "reload", "reprice"])(
    "%s is refused with every error of the file, before it does something",
    async (command) => {
      const path = file("wrokers = 2", 'home = "h"', "port = 70000");
      const { code, stdout, stderr } = await refused([...command.split(" "), "--config", path]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`error: ${path}:1: "wrokers" is not a setting. Did you mean workers?\n`);
      expect(stderr).toContain(`${path}:3: port 70000 is not valid: expected a whole number from 0 to 65535.\n`);
      expect(existsSync(join(folder.path, "h"))).toBe(false);
    },
  );

  test("finds no file by itself", async () => {
    const home = join(folder.path, "with-file");
    const { id } = await createKey(home);
    writeFileSync(join(home, "ratebook.toml"), "this is no TOML");
    const { code, stdout } = await ratebook(["keys", "list", "--json", "--home", home]);
    expect([code, JSON.parse(stdout)]).toEqual([0, [expect.objectContaining({ id })]]);
  });

  test("takes one file, which must be there", async () => {
    const path = file();
    const twice = await ratebook(["keys", "list", "--config", path, "--config", path]);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("Name one file.")]);
    const missing = await ratebook(["keys", "list", "--config", `${path}.none`]);
    expect([missing.code, missing.stderr]).toEqual([2, `error: There is no file ${path}.none.\n`]);
  });
});

test("a server takes its settings from a file", async () => {
  const release = join(folder.path, "rates.db");
  await californiaAt(release);
  const path = file('release = "rates.db"', 'home = "served"', "port = 0", "mcp = true");
  const server = await new RunningServer(RATEBOOK, ["serve"], { RATEBOOK_CONFIG: path }).started();
  try {
    expect(existsSync(join(folder.path, "served", "keys.db"))).toBe(true);
    expect((await server.fetch("/readyz")).status).toBe(200);
    // Without the setting there is no such path.
    expect((await server.fetch("/mcp", { method: "POST" })).status).toBe(401);
    expect(server.complaints).toBe("");
  } finally {
    server.process.kill("SIGTERM");
    await server.ended();
  }
});

describe("config check", () => {
  test("finds nothing wrong with values of every type", async () => {
    const lines = [
      ...['host = "0.0.0.0"', "port = 8_090", 'workers = "4"', 'rate = "off"', 'stale_after = "2y"', "mcp = true"],
      ...['allowed_host = ["rates.example", "10.0.0.7"]', 'url = "http://127.0.0.1:8080"', 'work = "w"'],
    ];
    expect(await errorsOf("# Comments may stand everywhere.", "", ...lines)).toEqual([]);
  });

  test.each([
    ['port = "eighty"', 'port "eighty" is not valid: expected a whole number from 0 to 65535.'],
    ["port = 8080.0", "port 8080 is not valid: expected a whole number from 0 to 65535."],
    ["port = true", "port true is not valid: expected a whole number from 0 to 65535."],
    ["port = [80]", "port [80] is not valid: expected a whole number from 0 to 65535."],
    ["port.http = 80", 'port {"http":80} is not valid: expected a whole number from 0 to 65535.'],
    ["drain = 301", "drain 301 is not valid: expected a whole number from 0 to 300."],
    ["log_file = true", "log_file true is not valid: expected a path, in quotes."],
    ['home = ""', 'home "" is not valid: expected a path.'],
    ['home = "~/ratebook"', 'home "~/ratebook" is not valid: expected a path without ~, which only a shell replaces.'],
    [
      "host = 10",
      "host 10 is not valid: expected an address or a host name such as 127.0.0.1, without a port, in quotes.",
    ],
    [
      'host = "not a host"',
      'host "not a host" is not valid: expected an address or a host name such as 127.0.0.1, without a port.',
    ],
    [
      "metrics_port = 8080",
      expect.stringMatching(/^The port of the metrics is 8080, and so is the port of the API\. Set/),
    ],
    ["mcp = 1", "mcp 1 is not valid: expected true or false."],
    [
      "stale_after = 18",
      "stale_after 18 is not valid: expected months such as 18m, years such as 2y (up to 1200m), or off.",
    ],
    [
      'allowed_host = ["rates.example:8080"]',
      'allowed_host ["rates.example:8080"] is not valid: expected names or addresses without ports, such as rates.example,10.0.0.7,[fd00::7].',
    ],
    ["started = 2026-01-01", expect.stringMatching(/^"started" is not a setting\. The settings are release, /)],
    ["workres = 1", '"workres" is not a setting. Did you mean workers?'],
    ["time-zone = 'UTC'", '"time-zone" is not a setting. Did you mean time_zone?'],
    ["database = ''", '"database" is not a setting. Did you mean database_url?'],
    ["RATEBOOK_DATABASE_URL = ''", '"RATEBOOK_DATABASE_URL" is not a setting. Did you mean database_url?'],
    ["[server]", '"server" is a table, and this file has none. Write each setting as name = value.'],
    ["__proto__ = 1", expect.stringContaining('"__proto__" is not a setting.')],
    [
      "host = 0.0.0.0",
      expect.stringMatching(/^column \d+ is not valid TOML \(.+\)\. Write name = value; texts stand in/),
    ],
    ["rate = 1\nrate = 2", "rate is on line 2 already. Delete one of the two lines."],
  ])("refuses %s with its line and the remedy", async (line, expected) => {
    const [found = "", ...others] = await errorsOf('log_level = "warn"', line);
    expect(others).toEqual([]);
    expect(found).toMatch(/^FILE:[23]: /);
    expect(found.replace(/^FILE:\d: /, "")).toEqual(expected);
  });

  test("compares ports wherever they are set, as serve does; port 0 is a free one each time", async () => {
    const check = (port: string) =>
      ratebook(["config", "check"], { RATEBOOK_PORT: port, RATEBOOK_METRICS_PORT: "8099" });
    expect(await check("8098")).toMatchObject({ code: 0 });
    const conflict = expect.stringContaining("The port of the metrics is 8099, and so is the port of the API.");
    expect(await check("8099")).toMatchObject({ code: 1, stdout: conflict });
    const zero = await ratebook(["config", "check"], { RATEBOOK_PORT: "0", RATEBOOK_METRICS_PORT: "0" });
    expect(zero.code).toBe(0);
    const home = join(folder.path, "never made");
    const served = ["serve", "--release", "none.db", "--home", home, "--port", "8099", "--metrics-port", "8099"];
    expect(await refused(served)).toMatchObject({ code: 1, stderr: conflict });
    expect(existsSync(home)).toBe(false);
  });

  test("work warns of a misspelt variable too, without its value", async () => {
    const { code, stderr } = await refused(["work"], { RATEBOOK_DATABSE_URL: "postgres://me:secret@db/rates" });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^warning: The variable "RATEBOOK_DATABSE_URL" is not read\. Did you mean RATEBOOK_DATABASE_URL\?\n/,
    );
    expect(stderr).not.toContain("secret");
  });

  test("lists the errors of the file and of variables together, and never shows a password", async () => {
    const path = file('database_url = "postgresq://me:secret@db/rates"', "prot = 1");
    const variables = { RATEBOOK_WORKERS: "many", RATEBOOK_REPRICE_DATABASE_URL: "secret", RATEBOOK_CONFIG: path };
    const { code, stdout, stderr } = await ratebook(["config", "check"], variables);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/:1: database_url is not valid; it is not shown, as it may hold a password\. Expected an/),
      expect.stringMatching(/:2: "prot" is not a setting\. Did you mean port\?$/),
      'RATEBOOK_WORKERS "many" is not valid: expected a whole number from 1 to 64.',
      expect.stringMatching(/^RATEBOOK_REPRICE_DATABASE_URL is not valid; it is not shown/),
      "4 errors.",
      "",
    ]);
    expect(stdout).not.toContain("secret");
    const syntax = await ratebook([
      "config",
      "check",
      "--config",
      file("database_url = postgres://me:secret@db/rates"),
    ]);
    expect([syntax.code, syntax.stdout]).toEqual([1, expect.stringContaining("is not valid TOML")]);
    expect(syntax.stdout).not.toContain("secret");
  });

  test("warns of a password that every user of the machine may read, and of a misspelt variable", async () => {
    const path = file('database_url = "postgres://me:secret@db.example/rates"');
    const warnings = async () => {
      const { code, stdout } = await ratebook(["config", "check", "--config", path, "--json"], { RATEBOOK_PROT: "1" });
      expect(code).toBe(0);
      return (JSON.parse(stdout) as { readonly warnings: readonly string[] }).warnings;
    };
    const misspelt = 'The variable "RATEBOOK_PROT" is not read. Did you mean RATEBOOK_PORT?';
    expect(await warnings()).toEqual([misspelt]);
    chmodSync(path, 0o644);
    expect(await warnings()).toEqual([
      `Every user of this machine may read ${path}, and database_url in it holds a password. Run "chmod o= ${path}".`,
      misspelt,
    ]);
    const used = await ratebook(["keys", "list", "--home", join(folder.path, "none"), "--config", path]);
    expect(used.stderr).toMatch(/^warning: Every user of this machine may read .*\nerror: There is no home /);
    writeFileSync(path, 'database_url = "postgres://me@db.example/rates"');
    expect(await warnings()).toEqual([misspelt]);
  });

  test.each([
    ["a folder", () => folder.path, "is a folder, not a file. Name a file."],
    ["a long file", () => file("#".repeat(64 * 1024)), "a configuration file at most 65536. Name another file."],
    ["bytes", () => writtenBytes(Buffer.from([0xff, 0xfe])), "is not a text in UTF-8. Save it in that encoding."],
  ])("refuses %s", async (_what, path, message) => {
    const { code, stdout } = await ratebook(["config", "check", "--config", path()]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(message)]);
  });

  function writtenBytes(bytes: Buffer): string {
    const path = file();
    writeFileSync(path, bytes);
    return path;
  }
});

describe("config print", () => {
  test("shows each value and where it came from, without passwords", async () => {
    const path = file(
      'home = "h"',
      'database_url = "postgres://me:secret@db.example/rates?sslmode=require"',
      "port = 1",
    );
    const settings = await printed(["--config", path, "--port", "3", "--mcp"], {
      RATEBOOK_PORT: "2",
      RATEBOOK_STALE_AFTER: "2y",
      RATEBOOK_REPRICE_DATABASE_URL: "postgres://me:secret@other.example/rates",
    });
    expect(settings).toMatchObject({
      home: { value: join(folder.path, "h"), source: "file", line: 1 },
      database_url: { value: "postgres://db.example/rates", source: "file", line: 2, secret: true },
      port: { value: "3", default: "8080", source: "command line", option: "--port", variable: "RATEBOOK_PORT" },
      mcp: { value: "true", source: "command line" },
      stale_after: { value: "2y", default: "18m", source: "variable", line: null },
      reprice_database_url: { value: "postgres://other.example/rates", source: "variable" },
      host: { value: null, default: "127.0.0.1", source: "default" },
    });
    expect(JSON.stringify(settings)).not.toContain("secret@");
  });

  test("as a table", async () => {
    const path = file("rate = 4000");
    const { code, stdout } = await ratebook([
      "config",
      "print",
      "--config",
      path,
      "--database",
      "postgres://me:secret@db/x",
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain(`File: ${path}\n`);
    expect(stdout).toMatch(new RegExp(`^rate +4000 +file ${path}:1$`, "m"));
    expect(stdout).toMatch(/^database_url +postgres:\/\/db\/x +command line$/m);
    expect(stdout).toMatch(/^reprice_database_url +none: this machine prices it +default$/m);
    expect(stdout).toContain(join(homedir(), ".ratebook"));
    expect(stdout).not.toContain("secret");
  });

  test("shows errors instead of values", async () => {
    const { code, stdout, stderr } = await ratebook(["config", "print", "--config", file("port = -1")], {
      RATEBOOK_WORKERS: "0",
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: .*:1: port -1 is not valid: .*\nerror: RATEBOOK_WORKERS "0" is not valid: .*\n$/);
  });
});

test("the parser for TOML is loaded by no command without a file", () => {
  const source = readFileSync(join(import.meta.dirname, "..", "..", "src", "cli", "program.ts"), "utf8");
  expect(source).not.toMatch(/^import .*configuration-file\.ts";$/m);
});
