import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { DoctorFinding } from "../../../src/cli/doctor/finding.ts";
import { homeFindings, keyFindings, spaceFindings } from "../../../src/cli/doctor/home.ts";
import {
  clockFindings,
  memoryFindings,
  openFilesFindings,
  priorityFindings,
  programFindings,
  timeZoneFindings,
} from "../../../src/cli/doctor/machine.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { californiaAt } from "../../support/shared-release.ts";
import { createKey, ratebook, serve } from "../support/ratebook.ts";

describe("doctor", () => {
  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  const release = join(folder.path, "rates.db");

  beforeAll(async () => {
    await californiaAt(release);
    await createKey(home);
  });
  afterAll(() => folder.remove());

  interface Told {
    readonly can_serve: boolean;
    readonly findings: readonly { readonly check: string; readonly verdict: string; readonly found: string }[];
  }

  test("a home with a key and a release can be served, in words and as JSON", async () => {
    const command = ["doctor", "--home", home, "--release", release, "--port", "0", "--time-zone", "America/New_York"];
    const before = readdirSync(home);
    const { code, stdout, stderr } = await ratebook(command);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^ok {7}program +Ratebook .* on Node v/);
    expect(stdout).toMatch(/^ok {7}release +.*rates\.db is sound/m);
    expect(stdout).toMatch(/^Nothing keeps it from serving\./m);

    const notices = JSON.parse((await ratebook([...command, "--json"])).stdout) as Told;
    expect(notices.can_serve).toBe(true);
    const ofTheMachine = ["program", "memory", "open files", "priority", "time zone"];
    const checks = [...ofTheMachine, "home", "space", "keys", "release", "clock", "port", "database"];
    expect([...new Set(notices.findings.map(({ check }) => check))]).toEqual(checks);
    expect(readdirSync(home)).toEqual(before);
  });

  test("it reads the variables that a server reads", async () => {
    const variables = { RATEBOOK_HOME: home, RATEBOOK_RELEASE: release, RATEBOOK_PORT: "0" };
    const { stdout } = await ratebook(["doctor", "--json"], variables);
    const { findings } = JSON.parse(stdout) as Told;
    expect(findings.find(({ check }) => check === "release")?.found).toContain(release);
  });

  test("a port is ok when a server of the home has it, and an error when another program does", async () => {
    const server = await serve(release, home).started();
    const ours = await ratebook(["doctor", "--home", home, "--release", release, "--port", String(server.port)]);
    expect(ours.stdout).toMatch(
      new RegExp(`^ok       port +${server.port} is served by process ${server.process.pid} of`, "m"),
    );
    expect(ours.code).toBe(0);
    await server.stop();

    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const theirs = await ratebook(["doctor", "--home", home, "--release", release, "--port", String(port)]);
    expect(theirs.code).toBe(1);
    expect(theirs.stdout).toMatch(new RegExp(`^ERROR    port +Port ${port} on 127.0.0.1 is in use\\.`, "m"));
    expect(theirs.stdout).toMatch(/^1 error keeps it from serving\./m);
    other.close();
  });

  test("an option that is not understood is refused before anything is looked at", async () => {
    const { code, stdout, stderr } = await ratebook(["doctor", "--home", home, "--port", "http"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("--port");
  });
});

describe("home", () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let home: string;
  let key: { readonly id: string; readonly key: string };

  /** A day in milliseconds. */
  const DAY = 86_400_000;

  const made = temporaryFolder();

  beforeAll(async () => {
    key = await createKey(join(made.path, "home"), "--expires", "30d");
  });
  afterAll(() => made.remove());

  /** Every test has a copy of its own. */
  beforeEach(() => {
    folder = temporaryFolder();
    home = join(folder.path, "home");
    cpSync(join(made.path, "home"), home, { recursive: true });
    chmodSync(home, 0o700);
  });
  afterEach(() => folder.remove());

  const keysFile = () => join(home, "keys.db");

  describe("the home", () => {
    it("is ok when it is there, writable and its owner's alone", () => {
      expect(homeFindings({ home })).toEqual([expect.objectContaining({ verdict: "ok" })]);
    });

    it("is a warning when it is not there yet, and an error where it cannot be made", () => {
      const missing = homeFindings({ home: join(folder.path, "other", "home") });
      expect(missing).toEqual([
        expect.objectContaining({ verdict: "warning", found: expect.stringMatching(/not there/) }),
      ]);
      const ofNode = homeFindings({ home: join(folder.path, "other"), database: "postgres://db.example/ratebook" });
      expect(ofNode[0]?.remedy).toBe("Check --home; a node makes it at its first start.");
      const unmakable = homeFindings({ home: join(keysFile(), "home") });
      expect(unmakable).toEqual([expect.objectContaining({ verdict: "error" })]);
      expect(homeFindings({ home: keysFile() })).toEqual([
        expect.objectContaining({ verdict: "error", found: `${keysFile()} is not a folder.` }),
      ]);
    });

    it("is a warning when others may look into it, or it is another user's", () => {
      chmodSync(home, 0o750);
      expect(homeFindings({ home })).toEqual([
        { check: "home", verdict: "warning", found: expect.stringMatching(/mode 750/), remedy: `"chmod 700 ${home}".` },
      ]);
      chmodSync(home, 0o700);
      const { uid } = statSync(home);
      expect(homeFindings({ home }, uid + 1)).toEqual([
        expect.objectContaining({
          verdict: "warning",
          found: `${home} belongs to user ${uid}, and this is user ${uid + 1}.`,
        }),
      ]);
    });

    it("is a warning when it cannot be written and has keys to serve with, and an error without", () => {
      const readOnly = () => homeFindings({ home }, undefined, () => false);
      expect(readOnly()).toEqual([
        expect.objectContaining({
          verdict: "warning",
          found: expect.stringMatching(/cannot be written .* Its keys work/),
        }),
      ]);
      for (const name of ["keys.db", "audit.jsonl"]) renameSync(join(home, name), join(folder.path, name));
      expect(readOnly()).toEqual([expect.objectContaining({ verdict: "error" })]);
      const unmakable = homeFindings({ home: join(folder.path, "other") }, undefined, () => false);
      expect(unmakable).toEqual([expect.objectContaining({ verdict: "error" })]);
    });

    it("is a fault when it has lost its keys", () => {
      renameSync(keysFile(), join(folder.path, "keys.db"));
      const [finding] = homeFindings({ home });
      expect(finding).toMatchObject({ verdict: "error", found: expect.stringMatching(/keys\.db is missing/) });
    });
  });

  describe("the keys", () => {
    it("are ok while some work and none ends soon", () => {
      expect(keyFindings({ home })).toEqual([
        { check: "keys", verdict: "ok", found: "1 of 1 key works.", remedy: null },
      ]);
    });

    it("are a warning from two weeks before the end of one, which is named without its token", () => {
      const [finding] = keyFindings({ home }, new Date(Date.now() + 17 * DAY));
      expect(finding).toMatchObject({ verdict: "warning", found: expect.stringContaining(`${key.id} (test) on 20`) });
      expect(JSON.stringify(finding)).not.toContain(key.key);
      expect(keyFindings({ home }, new Date(Date.now() + 15 * DAY))[0]?.verdict).toBe("ok");
    });

    it("are ok when the one that ends soon was replaced by one that works", async () => {
      await ratebook(["keys", "rotate", key.id, "--overlap", "24h", "--home", home]);
      expect(keyFindings({ home })).toEqual([
        { check: "keys", verdict: "ok", found: "2 of 2 keys work.", remedy: null },
      ]);
    });

    it("are a warning when none works, or there are none", async () => {
      expect(keyFindings({ home }, new Date(Date.now() + 31 * DAY))[0]).toMatchObject({
        verdict: "warning",
        found: "0 of 1 key works.",
      });
      await ratebook(["keys", "revoke", key.id, "--home", home]);
      expect(keyFindings({ home })[0]).toMatchObject({ verdict: "warning", found: "0 of 1 key works." });
      expect(keyFindings({ home: join(folder.path, "none") })[0]).toMatchObject({ verdict: "warning" });
    });

    it("are a warning when others may read them", () => {
      chmodSync(keysFile(), 0o644);
      expect(keyFindings({ home })[1]).toMatchObject({ verdict: "warning", remedy: `"chmod 600 ${keysFile()}".` });
    });

    it.each([
      ["cut off", () => truncateSync(keysFile(), statSync(keysFile()).size - 100)],
      ["empty", () => truncateSync(keysFile(), 0)],
      ["something else", () => writeFileSync(keysFile(), "not a store of keys".repeat(500))],
      [
        "a folder",
        () => {
          renameSync(keysFile(), join(folder.path, "keys.db"));
          mkdirSync(keysFile());
        },
      ],
    ])("are a fault when their file is %s, and it is left as it is", (_what, damage) => {
      damage();
      const before = statSync(keysFile());
      expect(keyFindings({ home })).toEqual([
        expect.objectContaining({ verdict: "error", found: expect.stringContaining(keysFile()) }),
      ]);
      expect(statSync(keysFile())).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
    });
  });
});

describe("machine", () => {
  const MEBIBYTE = 1024 * 1024;
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  function verdicts(findings: readonly DoctorFinding[]): readonly string[] {
    return findings.map(({ verdict }) => verdict);
  }

  /** What is not ok says what to do. */
  function expectOne(findings: readonly DoctorFinding[], verdict: DoctorFinding["verdict"], found: RegExp): void {
    expect(findings).toHaveLength(1);
    expect(findings[0]?.verdict).toBe(verdict);
    expect(findings[0]?.found).toMatch(found);
    expect(findings[0]?.remedy === null).toBe(verdict === "ok");
  }

  describe("the program", () => {
    it.each([
      ["v24.0.0", "ok"],
      ["v26.1.0", "ok"],
      ["v22.20.0", "error"],
    ] as const)("on Node %s is %s", (version, verdict) => {
      expectOne(programFindings(version), verdict, new RegExp(`on Node ${version}`));
    });
  });

  describe("memory", () => {
    it("is enough for half a gigabyte per process and for its files to reprice, and a warning below", () => {
      const enough = 2 * (512 + JOB_LIMITS.filesMebibytesMax);
      expectOne(memoryFindings({ workers: 2 }, enough * MEBIBYTE), "ok", /3\.8 GiB for 2 processes/);
      const warned = memoryFindings({ workers: 2 }, (enough - 1) * MEBIBYTE);
      expectOne(warned, "warning", /GiB for 2 processes/);
      expect(warned[0]?.remedy).toBe(
        "A busy process takes up to 512 MiB, and files to reprice up to 1.4 GiB more; the system may end a process that needs more than there is. Give the service 3.8 GiB, or fewer --workers.",
      );
    });

    it("suffices where compose puts a node", () => {
      const compose = readFileSync(new URL("../../../deploy/compose.yaml", import.meta.url), "utf8");
      const gibibytes = Number(/mem_limit: (\d+)g/.exec(compose)?.[1]);
      const workers = Number(/RATEBOOK_WORKERS: "(\d+)"/.exec(compose)?.[1]);
      expect(verdicts(memoryFindings({ workers }, gibibytes * 1024 * MEBIBYTE))).toEqual(["ok"]);
    });

    it("is read from this machine", () => {
      expect(memoryFindings({ workers: 1 })[0]?.found).toMatch(/^[0-9.]+ [GM]iB for 1 process\.$/);
    });
  });

  describe("open files", () => {
    const limits = (soft: string) =>
      `Limit    Soft Limit  Hard Limit  Units\nMax open files   ${soft}   524288   files\n`;

    it("suffice for all connections and what else is open, and are a warning below", () => {
      expectOne(openFilesFindings(limits("4608")), "ok", /4608 files/);
      expectOne(openFilesFindings(limits("4607")), "warning", /4607 files/);
      expectOne(openFilesFindings(limits("unlimited")), "ok", /any number/);
    });

    it("are unknown where the system does not report them", () => {
      expectOne(openFilesFindings(null), "ok", /does not report/);
    });
  });

  describe("the priority of helper threads", () => {
    it("is ok where it may be lowered, as here, and a warning where the system refuses that", () => {
      expectOne(priorityFindings(), "ok", /lower priority/);
      expectOne(priorityFindings("EPERM (operation not permitted)"), "warning", /EPERM/);
    });
  });

  describe("the time zone", () => {
    it("is a warning only on a machine in UTC without the setting", () => {
      expectOne(timeZoneFindings({ timeZone: null }, "Etc/UTC"), "warning", /in Etc\/UTC, the zone of this machine/);
      expectOne(timeZoneFindings({ timeZone: "UTC" }, "Etc/UTC"), "ok", /in UTC\.$/);
      expectOne(timeZoneFindings({ timeZone: null }, "America/New_York"), "ok", /in America\/New_York, the zone/);
    });
  });

  describe("space", () => {
    const room = (freeBytes: number) => ({ freeBytes, files: 1000, freeFiles: 10 });

    it.each([
      [1024 * MEBIBYTE, "ok"],
      [1024 * MEBIBYTE - 1, "warning"],
      [16 * MEBIBYTE, "warning"],
      [16 * MEBIBYTE - 1, "error"],
    ] as const)("of %d bytes is %s", (freeBytes, verdict) => {
      expectOne(spaceFindings({ home: "/home" }, room(freeBytes)), verdict, /are free on the disk of \/home/);
    });

    it("is gone when no file can be made, and unknown where files are not counted", () => {
      expectOne(spaceFindings({ home: "/home" }, { ...room(1e12), freeFiles: 0 }), "error", /inodes/);
      expect(verdicts(spaceFindings({ home: "/home" }, { freeBytes: 1e12, files: 0, freeFiles: 0 }))).toEqual(["ok"]);
    });

    it("is that of the nearest folder where the home is not there yet", () => {
      expect(spaceFindings({ home: join(folder.path, "none", "yet") })[0]?.found).toMatch(/are free/);
    });
  });

  describe("the clock", () => {
    it("is a warning when a file of the home, or the release, was written later than now", () => {
      const home = join(folder.path, "home");
      const release = join(folder.path, "rates.db");
      mkdirSync(home);
      writeFileSync(join(home, "audit.jsonl"), "");
      writeFileSync(release, "");
      const now = new Date(Date.now() + 1_000);
      expectOne(clockFindings({ home, release }, now), "ok", /^It is 20/);

      const later = new Date(now.getTime() + 6 * 60_000);
      utimesSync(join(home, "audit.jsonl"), later, later);
      expectOne(clockFindings({ home, release }, now), "warning", /audit\.jsonl was written at .* later/);
      expect(verdicts(clockFindings({ home: join(folder.path, "none"), release }, now))).toEqual(["ok"]);
      utimesSync(release, later, later);
      expectOne(
        clockFindings({ home: join(folder.path, "none"), release }, now),
        "warning",
        /rates\.db was written at/,
      );
    });
  });
});
