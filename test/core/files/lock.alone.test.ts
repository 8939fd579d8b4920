import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Lock } from "../../../src/core/files/lock.ts";
import { processStartOf } from "../../../src/core/files/process-start.ts";

const MODULE = resolve(import.meta.dirname, "../../../src/core/files/lock.ts");

let place: string;
let target: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "ratebook-lock-"));
  target = join(place, "rates.db");
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(place, { recursive: true, force: true });
});

/** Another process that runs a program once it has the means to lock. */
function another(program: string, options: SpawnOptions = {}): ChildProcess {
  const source = `import { Lock } from ${JSON.stringify(MODULE)};\nconst target = ${JSON.stringify(target)};\n${program}`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", source], options);
  children.push(child);
  return child;
}

/** Another process that has the lock until it is ended. */
async function owner(): Promise<ChildProcess> {
  const child = another(
    'Lock.take(target, "build"); process.stdout.write("held"); setInterval(() => undefined, 1000);',
  );
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

it("keeps a second process away, which is told who holds it, and leaves nothing when it is given back", async () => {
  const child = await owner();
  expect(() => Lock.take(target, "import")).toThrow(
    new RegExp(
      `^${target} is in use by "ratebook build" \\(process ${child.pid} on ${hostname()}, since 20[-0-9T:.]+Z\\)\\. Wait until it is done, or stop it\\.$`,
    ),
  );
  child.kill("SIGKILL");
  await once(child, "exit");
  Lock.take(target, "import").release();
  expect(readdirSync(place)).toEqual([]);
});

it("keeps a second taker of the same process away", () => {
  const lock = Lock.take(target, "import");
  expect(() => Lock.take(target, "import")).toThrow(`in use by "ratebook import" (process ${process.pid} on`);
  expect(() => Lock.take(target, "import")).toThrow("in use by");
  lock.release();
  lock.release();
  Lock.take(target, "import").release();
});

it("locks a folder with a file in it, and a file with one beside it", () => {
  const folder = join(place, "dataset");
  mkdirSync(folder);
  const locks = [Lock.take(folder, "import"), Lock.take(target, "build")];
  expect(readdirSync(place)).toEqual(["dataset", "rates.db.lock", "rates.db.lock.owner"]);
  expect(readdirSync(folder)).toEqual([".lock", ".lock.owner"]);
  for (const lock of locks) lock.release();
});

it("is free at once when its owner was killed, whoever has the owner's number now", async () => {
  const child = await owner();
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(existsSync(`${target}.lock`)).toBe(true);
  // A later process that was given the same number: this one.
  const note = JSON.parse(readFileSync(`${target}.lock.owner`, "utf8")) as object;
  writeFileSync(`${target}.lock.owner`, JSON.stringify({ ...note, pid: process.pid }));
  Lock.take(target, "import").release();
});

it("tells no name when the note is not that of a process that runs", async () => {
  const lock = Lock.take(target, "build");
  const note = { pid: process.pid, processStart: "1", host: hostname(), command: "build", since: "2026" };
  // Where the system tells nothing of processes, a number is all that there is.
  const notes = processStartOf(process.pid) === null ? [] : [JSON.stringify(note)];
  for (const text of ["", "{", "null", ...notes]) {
    writeFileSync(`${target}.lock.owner`, text);
    expect(() => Lock.take(target, "import")).toThrow(`${target} is in use by another process.`);
  }
  writeFileSync(`${target}.lock.owner`, JSON.stringify({ ...note, host: "elsewhere" }));
  expect(() => Lock.take(target, "import")).toThrow("on elsewhere, since 2026)");
  lock.release();
});

it("is one owner's at a time, however many come and go", async () => {
  const counter = join(place, "counter");
  writeFileSync(counter, "0");
  // Whoever has the lock reads a number and writes the next one: two at a time would lose one of these steps.
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    let taken = 0;
    while (taken < 40) {
      let lock;
      try { lock = Lock.take(target, "test"); } catch { continue; }
      const number = Number(readFileSync(${JSON.stringify(counter)}, "utf8"));
      writeFileSync(${JSON.stringify(counter)}, String(number + 1));
      lock.release();
      taken += 1;
    }`;
  const ended = Array.from({ length: 3 }, () => once(another(program), "exit"));
  expect((await Promise.all(ended)).map(([code]) => code as number)).toEqual([0, 0, 0]);
  expect(readFileSync(counter, "utf8")).toBe("120");
  expect(readdirSync(place)).toEqual(["counter"]);
});

it("is given back by a process that ends without saying so", async () => {
  const child = another('Lock.take(target, "build"); process.exit(3);');
  expect(await once(child, "exit")).toEqual([3, null]);
  expect(readdirSync(place)).toEqual([]);
});

it("leaves alone what only has the name of a lock", () => {
  writeFileSync(`${target}.lock`, "notes of somebody");
  expect(() => Lock.take(target, "build")).toThrow(`${target}.lock is in the way: it is no lock of Ratebook.`);
  expect(readFileSync(`${target}.lock`, "utf8")).toBe("notes of somebody");
  rmSync(`${target}.lock`);
  mkdirSync(`${target}.lock`);
  expect(() => Lock.take(target, "build")).toThrow("is in the way");
});

it("says why a place cannot be locked", () => {
  const path = join(place, "none", "rates.db");
  expect(() => Lock.take(path, "build")).toThrow(`${path} cannot be written (ENOENT`);
});

const isRoot = process.getuid?.() === 0;
/** Nothing is forbidden to root, so that another user has to try: one who may read this project. */
const NOBODY = 65_534;
const canTry =
  !isRoot ||
  spawnSync("cat", [MODULE, process.execPath], { uid: NOBODY, stdio: ["ignore", "ignore", "ignore"] }).status === 0;

it.skipIf(!canTry)("is not believed to be taken with a file that may only be read", async () => {
  chmodSync(place, 0o777);
  writeFileSync(`${target}.lock`, "", { mode: isRoot ? 0o644 : 0o444 });
  const program = 'try { Lock.take(target, "import"); } catch (error) { process.stdout.write(error.message); }';
  const child = another(program, isRoot ? { uid: NOBODY } : {});
  let said = "";
  child.stdout?.on("data", (text) => {
    said += text;
  });
  await once(child, "close");
  expect(said).toMatch(/rates\.db cannot be locked with \S+rates\.db\.lock \(.*readonly.*\)\. See that this file/);
  expect(readFileSync(`${target}.lock`, "utf8")).toBe("");
});

it("is not taken from its next owner when somebody removed it by hand", () => {
  const first = Lock.take(target, "build");
  rmSync(`${target}.lock`);
  const second = Lock.take(target, "import");
  first.release();
  expect(() => Lock.take(target, "import")).toThrow("in use by");
  second.release();
});
