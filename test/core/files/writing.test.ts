import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replaceFile, replaceFileLater } from "../../../src/core/files/replace-file.ts";
import {
  dataFilesIn,
  makeFolders,
  refuseOverwriting,
  unwritable,
  writtenFile,
} from "../../../src/core/files/writing.ts";
import { failure } from "../../../src/core/runtime/failure.ts";

describe("written file", () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "ratebook-written-")));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const inFolder = (name: string) => join(folder, name);

  function file(name: string): string {
    writeFileSync(inFolder(name), "before");
    return inFolder(name);
  }

  function linkTo(target: string): string {
    symlinkSync(target, inFolder("link"));
    return inFolder("link");
  }

  describe("a file may be written", () => {
    test("where there is nothing yet", () => {
      expect(writtenFile(inFolder("new.db"))).toBe(inFolder("new.db"));
      expect(existsSync(inFolder("new.db"))).toBe(false);
    });

    test("in the place of a file", () => {
      expect(writtenFile(file("old.db"))).toBe(inFolder("old.db"));
    });

    test("through links, which stay, to the file that they lead to", () => {
      file("old.db");
      symlinkSync("old.db", inFolder("nearer"));
      expect(writtenFile(linkTo("nearer"))).toBe(inFolder("old.db"));
    });
  });

  describe("a file is not written in the place of", () => {
    test("a folder, or of a link to one", () => {
      mkdirSync(inFolder("folder"));
      for (const path of [inFolder("folder"), linkTo("folder")]) {
        expect(() => writtenFile(path)).toThrow(`${path} is a folder and stays as it is: only a file is replaced.`);
      }
    });

    test("a FIFO, or of a link to one", () => {
      execFileSync("mkfifo", [inFolder("fifo")]);
      for (const path of [inFolder("fifo"), linkTo("fifo")])
        expect(() => writtenFile(path)).toThrow("is a FIFO and stays");
    });

    test("a socket", async () => {
      const server = createServer().listen(inFolder("socket"));
      await once(server, "listening");
      expect(() => writtenFile(inFolder("socket"))).toThrow("is a socket and stays");
      server.close();
    });

    test("a device, or of a link to one", () => {
      for (const path of ["/dev/null", linkTo("/dev/null")]) {
        expect(() => writtenFile(path)).toThrow(`${path} is a device and stays`);
      }
    });

    test.each(["nothing", "link"])("a link that leads nowhere, such as to %s", (target) => {
      expect(() => writtenFile(linkTo(target))).toThrow(
        /link is a link that leads nowhere \(.+\) and stays as it is\./,
      );
    });
  });

  test("a folder that is missing, or is none, is named", () => {
    expect(() => writtenFile(inFolder("none/x"))).toThrow(`there is no folder ${inFolder("none")}. Make it first`);
    expect(() => writtenFile(join(file("file"), "x"))).toThrow(/file\/x cannot be written \(ENOTDIR.*\)\. Fix/);
  });

  test("an error of the system or SQLite is reported with the file, and nothing else is", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const sqlite = new Database.SqliteError("database or disk is full", "SQLITE_FULL");
    for (const error of [full, sqlite]) {
      expect(unwritable("/x/rates.db", error)).toMatchObject({
        name: "Failure",
        message: `/x/rates.db cannot be written (${error.message}). Fix the cause, or name another file.`,
      });
    }
    const others = [new TypeError("a bug"), failure("reported already")];
    for (const error of others) expect(unwritable("/x/rates.db", error)).toBe(error);
  });
});

describe("make folders", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ratebook-folders-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test("what is missing is made, with the mode that was asked for", () => {
    const deep = join(folder, "a", "b");
    makeFolders(deep, 0o700);
    for (const made of [join(folder, "a"), deep]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test("what is there stays as it is, a link to a folder included", () => {
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "link"));
    makeFolders(join(folder, "link"));
    makeFolders(join(folder, "link", "below"));
    expect(existsSync(join(folder, "real", "below"))).toBe(true);
  });

  test("a file in the way is named", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(() => makeFolders(file)).toThrow(/EEXIST.*file'$/);
    expect(() => makeFolders(join(file, "below"))).toThrow(/file/);
  });

  test.runIf(existsSync("/proc/self"))("a place where nothing can be made is not tried for ever", () => {
    expect(() => makeFolders("/proc/ratebook-test/home")).toThrow(/'\/proc\/ratebook-test'/);
  });
});

describe("overwriting", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ratebook-kept-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const at = (...names: string[]) => join(folder, ...names);

  test("an output is no input, whether it is named by itself, by a link or by a second name", () => {
    writeFileSync(at("claims.csv"), "claims");
    symlinkSync(at("claims.csv"), at("soft.csv"));
    linkSync(at("claims.csv"), at("hard.csv"));
    for (const name of ["claims.csv", "soft.csv", "hard.csv"]) {
      const asking = () =>
        refuseOverwriting([{ path: at(name), option: "--csv" }], [{ path: at("claims.csv"), what: "the claims" }]);
      expect(asking).toThrow(`${at(name)} is the claims and would be overwritten. Name another file with --csv.`);
    }
  });

  test("two outputs are two files, also while they are not there yet", () => {
    mkdirSync(at("results"));
    symlinkSync(at("results"), at("link"));
    const asking = (other: string) => () =>
      refuseOverwriting(
        [
          { path: at("results", "a.csv"), option: "--csv" },
          { path: other, option: "--claims-csv" },
        ],
        [],
      );
    expect(asking(at("link", "a.csv"))).toThrow("is the file of --csv already. Name another file with --claims-csv.");
    expect(asking(at("link", "b.csv"))).not.toThrow();
  });

  test("a file that is not there takes no input's place", () => {
    writeFileSync(at("claims.csv"), "claims");
    const inputs = [{ path: at("claims.csv"), what: "the claims" }];
    expect(() => refuseOverwriting([{ path: at("new.csv"), option: "--csv" }], inputs)).not.toThrow();
  });

  test("the data files of a dataset are its CSV and JSON files, however deep", () => {
    mkdirSync(at("ca"));
    for (const name of ["dataset.json", "ca/providers.csv", "rates.db"]) writeFileSync(at(name), "");
    const found = dataFilesIn(folder, "a file of the dataset").map(({ path }) => path);
    expect(found.sort()).toEqual([at("ca", "providers.csv"), at("dataset.json")]);
    expect(dataFilesIn(at("nowhere"), "")).toEqual([]);
  });
});

describe("replace file", () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ratebook-replace-"));
    path = join(folder, "status.json");
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  describe.each([
    ["at once", async (...[at, text, options]: Parameters<typeof replaceFile>) => replaceFile(at, text, options)],
    [
      "later",
      (...[at, text, options]: Parameters<typeof replaceFile>) =>
        replaceFileLater(at, (file) => file.writeFile(text), options),
    ],
  ])("a file that is replaced %s", (_, replace) => {
    test("holds the text, has the mode, and nothing is left beside it", async () => {
      writeFileSync(path, "before");
      await replace(path, "after", { mode: 0o600 });
      expect(readFileSync(path, "utf8")).toBe("after");
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(["status.json"]);
    });

    test("is written without a flush as well", async () => {
      await replace(path, "after", { flush: false });
      expect(readFileSync(path, "utf8")).toBe("after");
    });

    test("takes the place of a draft that a crash has left, and of a link, which is not written through", async () => {
      const other = join(folder, "other");
      writeFileSync(other, "another file");
      symlinkSync(other, `${path}.partial`);
      await replace(path, "after");
      expect(readFileSync(other, "utf8")).toBe("another file");
      expect(readdirSync(folder).sort()).toEqual(["other", "status.json"]);
    });

    test("stays as it was when the draft cannot be put in its place", async () => {
      mkdirSync(path);
      await expect(replace(path, "after", { draft: join(folder, "mine") })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
      expect(readdirSync(folder)).toEqual(["status.json"]);
    });
  });

  test("what fails while it writes leaves the file that was there, and no draft", async () => {
    writeFileSync(path, "before");
    const write = replaceFileLater(path, async (file) => {
      await file.writeFile("half");
      throw new Error("no more");
    });
    await expect(write).rejects.toThrow("no more");
    expect(readFileSync(path, "utf8")).toBe("before");
    expect(readdirSync(folder)).toEqual(["status.json"]);
  });
});
