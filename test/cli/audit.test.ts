import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { createKey, RATEBOOK, ratebook, run } from "./support/ratebook.ts";

// Many commands are run, which takes long on a busy machine.
const folder = temporaryFolder();
const home = join(folder.path, "home");
const log = join(home, "audit.jsonl");

let id: string;
let written: string;

beforeAll(async () => {
  ({ id } = await createKey(home));
  await ratebook(["keys", "revoke", id, "--home", home]);
  written = readFileSync(log, "utf8");
});

afterAll(() => folder.remove());

function lastHash(): string {
  return (JSON.parse(written.trimEnd().split("\n").at(-1) ?? "") as { readonly hash: string }).hash;
}

describe("audit", () => {
  test("list shows what was done, by whom, and to which key", async () => {
    const { code, stdout } = await ratebook(["audit", "list", "--home", home]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^NUMBER +TIME +ACTION +USER +PROCESS +ABOUT\n1 +\S+Z +key_created +\S+ +\d+ +key_id=key_/);
    expect(stdout).toMatch(new RegExp(`^2 .* key_revoked .* key_id=${id} name=test states=ca$`, "m"));
    const json = await ratebook(["audit", "list", "--home", home, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ action: "key_created" }, { action: "key_revoked" }]);
  });

  test("verify proves the chain and tells its last entry, to be kept elsewhere", async () => {
    const { code, stdout } = await ratebook(["audit", "verify", "--home", home]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^The chain holds: 2 entries, the last is 2 of \\S+Z, hash ${lastHash()}\n$`)),
    ]);
    const json = await ratebook(["audit", "verify", "--home", home, "--expect", lastHash(), "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ proved: true, entries: 2, broken: null, expected_found: true });
  });

  test("verify names the first line that was changed and ends with 1", async () => {
    writeFileSync(log, written.replace("key_created", "key_revoked"));
    const { code, stderr } = await ratebook(["audit", "verify", "--home", home]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: Line 1 of .*audit\.jsonl is not as it was/)]);
    expect((await ratebook(["audit", "list", "--home", home])).code).toBe(1);
    writeFileSync(log, written);
  });

  test("verify --expect finds that the end was cut off", async () => {
    writeFileSync(log, `${written.split("\n")[0]}\n`);
    expect((await ratebook(["audit", "verify", "--home", home])).code).toBe(0);
    const { code, stderr } = await ratebook(["audit", "verify", "--home", home, "--expect", lastHash()]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: No entry of .* has the hash .*were cut off/)]);
    writeFileSync(log, written);
  });

  test("verify of a home without a log ends with 1 and says so", async () => {
    const { code, stderr } = await ratebook(["audit", "verify", "--home", join(folder.path, "none")]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: There is no audit log .*Check --home/)]);
  });
});

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs the command as somebody whom the modes of files bind; they do not bind the superuser. */
function asNobody(args: readonly string[]) {
  const drop = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  const command = [...(isRoot ? drop : []), RATEBOOK, ...args];
  return run(command[0] as string, command.slice(1));
}

describe.runIf(!isRoot || existsSync("/usr/bin/setpriv"))("in a home that is read-only", () => {
  const readOnly = join(folder.path, "read-only");
  const keysFile = join(readOnly, "keys.db");
  let key: string;

  beforeAll(async () => {
    ({ id: key } = await createKey(readOnly));
    chmodSync(folder.path, 0o755);
    if (isRoot) for (const name of readdirSync(readOnly)) chownSync(join(readOnly, name), NOBODY, NOBODY);
  });

  test("keys are listed, and changes refused in one sentence", async () => {
    // The one that needs no key, and the one that writes two.
    const changes = [["revoke"], ["create", "--name", "x", "--states", "ca"], ["rotate"]];
    chmodSync(keysFile, 0o400);
    chmodSync(readOnly, 0o555);
    const { code, stdout, stderr } = await asNobody(["keys", "list", "--home", readOnly, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject([{ id: key, status: "active" }]);
    for (const change of changes) {
      const command = change[0] === "create" ? change : [...change, key];
      const refused = await asNobody(["keys", ...command, "--home", readOnly]);
      expect([refused.code, refused.stdout]).toEqual([1, ""]);
      expect(refused.stderr).toMatch(
        /^error: .*(keys\.db|audit\.jsonl) cannot be (used|written) \(.+\)\. (Fix .*|This user owns the file, .*"chmod 600 .*")\.?\n$/,
      );
    }
    expect((await asNobody(["audit", "verify", "--home", readOnly])).code).toBe(0);
    chmodSync(readOnly, 0o755);
  });
});

describe("on a disk that is full", () => {
  /** A file may not grow any more, which fails in the same places. */
  function onFullDisk(args: readonly string[]) {
    return run("bash", ["-c", 'trap "" XFSZ; ulimit -f 0; exec "$@"', "bash", RATEBOOK, ...args]);
  }

  test("keys are listed, and a change is refused, in one sentence, and leaves nothing behind", async () => {
    const { code, stdout } = await onFullDisk(["keys", "list", "--home", home, "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ id }]]);
    const refused = await onFullDisk(["keys", "create", "--home", home, "--name", "x", "--states", "ca"]);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/^error: .* cannot be (used|written) \(.+\)\. Fix .*\n$/);
    const fresh = join(folder.path, "fresh");
    expect((await onFullDisk(["keys", "create", "--home", fresh, "--name", "x", "--states", "ca"])).code).toBe(1);
    expect(readdirSync(fresh).filter((name) => name.startsWith("keys.db"))).toEqual([]);
    expect(readFileSync(log, "utf8")).toBe(written);
  });
});

test("what is said about the work to nobody does not end it", async () => {
  const other = join(folder.path, "unheard");
  const command = ["keys", "create", "--home", other, "--name", "x", "--states", "ca"];
  const { code, stdout } = await run("bash", ["-c", '"$@" 2> >(exec 0<&-; sleep 0.1)', "bash", RATEBOOK, ...command]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^rb_live_/)]);
});
