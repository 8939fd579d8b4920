import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { DoctorFinding } from "../../../src/cli/doctor/finding.ts";
import { spaceFindings } from "../../../src/cli/doctor/home.ts";
import {
  clockFindings,
  memoryFindings,
  openFilesFindings,
  priorityFindings,
  programFindings,
  timeZoneFindings,
} from "../../../src/cli/doctor/machine.ts";
import { JOB_LIMITS } from "../../../src/reprice/jobs/limits.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const MEBIBYTE = 1024 * 1024;
const folder = temporaryFolder();
afterAll(() => folder.remove());

function verdicts(findings: readonly DoctorFinding[]): readonly string[] {
  return findings.map(({ verdict }) => verdict);
}

/** What is not well says what to do. */
function expectOne(findings: readonly DoctorFinding[], verdict: DoctorFinding["verdict"], found: RegExp): void {
  expect(findings).toHaveLength(1);
  expect(findings[0]?.verdict).toBe(verdict);
  expect(findings[0]?.found).toMatch(found);
  expect(findings[0]?.remedy === null).toBe(verdict === "well");
}

describe("the program", () => {
  it.each([
    ["v24.0.0", "well"],
    ["v26.1.0", "well"],
    ["v22.20.0", "fault"],
  ] as const)("on Node %s is %s", (version, verdict) => {
    expectOne(programFindings(version), verdict, new RegExp(`on Node ${version}`));
  });
});

describe("memory", () => {
  it("is enough for half a gigabyte per process and for its files to reprice, and doubtful below", () => {
    const enough = 2 * (512 + JOB_LIMITS.filesMebibytesMax);
    expectOne(memoryFindings({ workers: 2 }, enough * MEBIBYTE), "well", /3\.8 GiB for 2 processes/);
    const doubtful = memoryFindings({ workers: 2 }, (enough - 1) * MEBIBYTE);
    expectOne(doubtful, "doubt", /GiB for 2 processes/);
    expect(doubtful[0]?.remedy).toBe(
      "A busy process takes up to 512 MiB, and files to reprice up to 1.4 GiB more; the system may end a process that needs more than there is. Give the service 3.8 GiB, or fewer --workers.",
    );
  });

  it("suffices where compose puts a node", () => {
    const compose = readFileSync(new URL("../../../deploy/compose.yaml", import.meta.url), "utf8");
    const gibibytes = Number(/mem_limit: (\d+)g/.exec(compose)?.[1]);
    const workers = Number(/RATEBOOK_WORKERS: "(\d+)"/.exec(compose)?.[1]);
    expect(verdicts(memoryFindings({ workers }, gibibytes * 1024 * MEBIBYTE))).toEqual(["well"]);
  });

  it("is read from this machine", () => {
    expect(memoryFindings({ workers: 1 })[0]?.found).toMatch(/^[0-9.]+ [GM]iB for 1 process\.$/);
  });
});

describe("open files", () => {
  const limits = (soft: string) =>
    `Limit    Soft Limit  Hard Limit  Units\nMax open files   ${soft}   524288   files\n`;

  it("suffice for all connections and what else is open, and are doubtful below", () => {
    expectOne(openFilesFindings(limits("4608")), "well", /4608 files/);
    expectOne(openFilesFindings(limits("4607")), "doubt", /4607 files/);
    expectOne(openFilesFindings(limits("unlimited")), "well", /any number/);
  });

  it("are unknown where the system does not report them", () => {
    expectOne(openFilesFindings(null), "well", /does not report/);
  });
});

describe("the priority of helper threads", () => {
  it("is well where it may be lowered, as here, and doubtful where the system refuses that", () => {
    expectOne(priorityFindings(), "well", /lower priority/);
    expectOne(priorityFindings("EPERM (operation not permitted)"), "doubt", /EPERM/);
  });
});

describe("the time zone", () => {
  it("is doubtful only where a machine in UTC was not told whose day it is", () => {
    expectOne(timeZoneFindings({ timeZone: null }, "Etc/UTC"), "doubt", /in Etc\/UTC, the zone of this machine/);
    expectOne(timeZoneFindings({ timeZone: "UTC" }, "Etc/UTC"), "well", /in UTC\.$/);
    expectOne(timeZoneFindings({ timeZone: null }, "America/New_York"), "well", /in America\/New_York, the zone/);
  });
});

describe("space", () => {
  const room = (freeBytes: number) => ({ freeBytes, files: 1000, freeFiles: 10 });

  it.each([
    [1024 * MEBIBYTE, "well"],
    [1024 * MEBIBYTE - 1, "doubt"],
    [16 * MEBIBYTE, "doubt"],
    [16 * MEBIBYTE - 1, "fault"],
  ] as const)("of %d bytes is %s", (freeBytes, verdict) => {
    expectOne(spaceFindings({ home: "/home" }, room(freeBytes)), verdict, /are free on the disk of \/home/);
  });

  it("is gone when no file can be made, and unknown where files are not counted", () => {
    expectOne(spaceFindings({ home: "/home" }, { ...room(1e12), freeFiles: 0 }), "fault", /inodes/);
    expect(verdicts(spaceFindings({ home: "/home" }, { freeBytes: 1e12, files: 0, freeFiles: 0 }))).toEqual(["well"]);
  });

  it("is that of the nearest folder where the home is not there yet", () => {
    expect(spaceFindings({ home: join(folder.path, "none", "yet") })[0]?.found).toMatch(/are free/);
  });
});

describe("the clock", () => {
  it("is doubtful when a file of the home, or the release, was written later than now", () => {
    const home = join(folder.path, "home");
    const release = join(folder.path, "rates.db");
    mkdirSync(home);
    writeFileSync(join(home, "audit.jsonl"), "");
    writeFileSync(release, "");
    const now = new Date(Date.now() + 1_000);
    expectOne(clockFindings({ home, release }, now), "well", /^It is 20/);

    const later = new Date(now.getTime() + 6 * 60_000);
    utimesSync(join(home, "audit.jsonl"), later, later);
    expectOne(clockFindings({ home, release }, now), "doubt", /audit\.jsonl was written at .* later/);
    expect(verdicts(clockFindings({ home: join(folder.path, "none"), release }, now))).toEqual(["well"]);
    utimesSync(release, later, later);
    expectOne(clockFindings({ home: join(folder.path, "none"), release }, now), "doubt", /rates\.db was written at/);
  });
});
