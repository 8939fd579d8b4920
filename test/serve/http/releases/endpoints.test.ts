import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { entryPoints } from "../../../../src/cli/entry-points.ts";
import type { Day } from "../../../../src/core/calendar/day.ts";
import type { ApiKey, KeyRing } from "../../../../src/keys/api-key.ts";
import { UNLIMITED } from "../../../../src/keys/rate-limits.ts";
import { describedFile, openRelease } from "../../../../src/release/open.ts";
import { longWorkHere } from "../../../../src/serve/http/long-work/here.ts";
import { awaited, Comparer } from "../../../../src/serve/http/releases/comparer.ts";
import { createApp } from "../../../../src/serve/http/server.ts";
import { Sessions } from "../../../../src/serve/http/sessions.ts";
import { ReleaseSlot } from "../../../../src/serve/operations/release-slot.ts";
import { states } from "../../../../src/states/index.ts";
import { SAMPLE } from "../../../cli/support/ratebook.ts";
import { KNOWN_STATES } from "../../../support/known-states.ts";
import { californiaAt, releaseAt } from "../../../support/shared-release.ts";
import { type Answered, ask } from "../support/ask.ts";
import { expectProblem } from "../support/expect-problem.ts";

const THREAD = entryPoints.comparisonThread;
const COMPARER = new Comparer(THREAD);

const folder = mkdtempSync(join(tmpdir(), "ratebook-releases-"));
/** The home's folder of releases. */
const kept = join(folder, "releases");
const octoberFile = join(kept, `${"a".repeat(64)}.db`);
const inService = join(folder, "rates.db");
const releases = new ReleaseSlot();

/** Two states of the sample under a version, with the unit value of one code. */
async function build(version: string, unitValue: string, out: string): Promise<string> {
  const dataset = join(folder, `dataset-${version}`);
  for (const name of ["ca", "fl", "common", "dataset.json"])
    cpSync(join(SAMPLE, name), join(dataset, name), { recursive: true });
  const about = JSON.parse(readFileSync(join(dataset, "dataset.json"), "utf8")) as object;
  writeFileSync(join(dataset, "dataset.json"), JSON.stringify({ ...about, version }));
  const rates = join(dataset, "ca", "outpatient_rates.csv");
  const text = readFileSync(rates, "utf8");
  expect(text).toContain("\n00142,Anesthesia,5.42,");
  writeFileSync(rates, text.replace("\n00142,Anesthesia,5.42,", `\n00142,Anesthesia,${unitValue},`));
  await releaseAt(out, dataset);
  return describedFile(out).contentHash;
}

const hashes: Record<string, string> = {};

beforeAll(async () => {
  mkdirSync(kept);
  hashes.october = await build("october", "5.00", octoberFile);
  hashes.november = await build("november", "5.42", inService);
  writeFileSync(join(kept, `${"b".repeat(64)}.db`), "SQLite format 3");
  releases.put(openRelease(inService, states));
});

afterAll(async () => {
  for (const { app } of apps) await app.close();
  releases.clear();
  rmSync(folder, { recursive: true });
});

function key(held: readonly string[]): ApiKey {
  return {
    id: "test",
    name: "test",
    states: held,
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 0,
  };
}

interface Asked {
  readonly comparer?: Comparer;
  /** Null: a service without a catalogue. */
  readonly catalogue?: string | null;
  readonly held?: readonly string[];
}

interface App {
  readonly app: ReturnType<typeof createApp>;
  readonly failures: unknown[];
}

const apps: (Asked & App)[] = [];

/** One for all requests that ask for the same. */
function appFor({ comparer = COMPARER, catalogue = kept, held = ["ca", "fl"] }: Asked): App {
  const known = apps.find(
    (each) => each.comparer === comparer && each.catalogue === catalogue && each.held?.join() === held.join(),
  );
  if (known !== undefined) return known;
  const failures: unknown[] = [];
  const keys: KeyRing = {
    authenticate: (token) => (token === "good" ? key(held) : null),
    keyWithId: () => null,
    isLost: false,
  };
  const app = createApp({
    states,
    releases,
    longWork: (opened) => longWorkHere(opened),
    isLongWorkDone: () => true,
    keys,
    sessions: new Sessions(keys, "of-a-test"),
    limits: { take: () => UNLIMITED, takeFurther: () => UNLIMITED },
    today: () => "2026-11-15" as Day,
    observe: () => undefined,
    reportFailure: (failure) => failures.push(failure),
    metricsText: null,
    isStopping: () => false,
    isShuttingDown: () => false,
    ...(catalogue === null ? {} : { catalogue: { folder: catalogue, comparer } }),
  });
  const made = { comparer, catalogue, held, app, failures };
  apps.push(made);
  return made;
}

async function get(url: string, asked: Asked = {}) {
  const { app, failures } = appFor(asked);
  const response = await ask(app, { url: `/api/v1${url}`, headers: { authorization: "Bearer good" } });
  expect(failures).toEqual([]);
  return response;
}

describe("GET /releases", () => {
  it("names the release in service and those of the catalogue, and counts what is none", async () => {
    const response = await get("/releases");
    expect(response.statusCode).toBe(200);
    const { releases: listed, unreadable_files } = response.json();
    expect(listed).toMatchObject([
      { version: "november", content_hash: hashes.november, in_service: true },
      { version: "october", content_hash: hashes.october, in_service: false },
    ]);
    expect(unreadable_files).toBe(1);
    expect(response.body).not.toContain(folder);
  });

  it("has no parameters", async () => {
    expectProblem(await get("/releases?from=october"), "unknown_parameter");
  });

  it("names the one in service alone where the home has no others", async () => {
    for (const catalogue of [null, join(folder, "no-such-folder")]) {
      expect((await get("/releases", { catalogue })).json().releases).toHaveLength(1);
    }
  });
});

describe("a catalogue with a release that was pushed and is not active yet", () => {
  const catalogue = join(folder, "three");
  const inOrder = ["a", "b", "c"].map((digit) => join(catalogue, `${digit.repeat(64)}.db`));

  /** October came first, then the one in service, then one of California alone that other tests compile too. */
  beforeAll(async () => {
    mkdirSync(catalogue);
    await californiaAt(inOrder[2] as string, { version: "later" });
    cpSync(octoberFile, inOrder[0] as string);
    cpSync(inService, inOrder[1] as string);
    for (const [index, file] of inOrder.entries()) utimesSync(file, index + 1, index + 1);
    symlinkSync(inOrder[1] as string, join(catalogue, "active.db"));
    writeFileSync(`${inOrder[0]}.partial`, "");
  });

  it("is listed by version, what came before the one in service first", async () => {
    const { releases: listed, unreadable_files } = (await get("/releases", { catalogue })).json();
    expect(listed.map(({ version }: { version: string }) => version)).toEqual(["november", "october", "later"]);
    expect(unreadable_files).toBe(0);
  });

  it("compares the one in service with the one before it, and the later one only where a request names it", async () => {
    const versions = async (query: string) => {
      const { from, to } = (await get(`/releases/diff${query}`, { catalogue })).json();
      return [from.version, to.version];
    };
    expect(await versions("")).toEqual(["october", "november"]);
    expect(await versions("?to=october")).toEqual(["later", "october"]);
    expect(await versions("?from=november&to=later")).toEqual(["november", "later"]);
  });
});

describe("GET /releases/diff", () => {
  const diff = (query: string, held?: readonly string[]) =>
    get(`/releases/diff${query}`, held === undefined ? {} : { held });
  const changesOf = (response: Answered) => response.json().changes as Record<string, unknown>[];

  it("compares the newest of the catalogue with the one in service", async () => {
    const response = await diff("");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      from: { version: "october", content_hash: hashes.october },
      to: { version: "november" },
      states_only_before: [],
      changes_listed: 1,
    });
    expect(changesOf(response)).toMatchObject([
      {
        table: "ca/outpatient_rates",
        kind: "raised",
        key: { procedure_code: "00142", procedure_type: "Anesthesia" },
        figure: "unit_value",
        before: "5.00",
        after: "5.42",
        difference: "0.42",
        percent: "8.40",
      },
    ]);
  });

  it("takes releases by version and by hash, in either order, and pages through what it has kept", async () => {
    const back = await diff(`?from=november&to=${hashes.october?.slice(0, 12)}`);
    expect(changesOf(back)).toMatchObject([{ kind: "cut", percent: "-7.75" }]);
    expect(changesOf(await diff("?offset=1"))).toEqual([]);
    expect(changesOf(await diff("?limit=1&table=ca/outpatient_rates"))).toHaveLength(1);
  });

  it("tells a key of its own states alone", async () => {
    const response = await diff("", ["fl"]);
    expect(changesOf(response)).toEqual([]);
    const tables = response.json().tables as { readonly table: string }[];
    expect(tables.some(({ table }) => table.startsWith("fl/"))).toBe(true);
    expect(tables.some(({ table }) => table.startsWith("ca/"))).toBe(false);
    expectProblem(await diff("?state=ca", ["fl"]), "state_not_enabled");
    expect(changesOf(await diff("?state=ca&table=ca/outpatient_rates"))).toHaveLength(1);
    expect(changesOf(await diff("?state=fl"))).toEqual([]);
  });

  it("refuses a table or a state that there is not, and one that the key may not see", async () => {
    expect(expectProblem(await diff("?table=ca/outpatient_rate"), "invalid_parameter").detail).toBe(
      'table "ca/outpatient_rate" is not valid: expected a table such as ca/outpatient_rates; did you mean ca/outpatient_rates?',
    );
    expectProblem(await diff("?table=nope"), "invalid_parameter");
    expect(expectProblem(await diff("?state=fl&table=ca/outpatient_rates"), "invalid_parameter").detail).toContain(
      "expected a table of fl",
    );
    expectProblem(await diff("?table=ca/outpatient_rates", ["fl"]), "state_not_enabled");
    expect(expectProblem(await diff("?state=zz"), "invalid_parameter").detail).toContain(
      `expected one of ${KNOWN_STATES}`,
    );
    expect((await diff("?table=common/hcpcs")).statusCode).toBe(200);
  });

  it("says what would help when a release is not there, and never opens a path", async () => {
    expect(expectProblem(await diff("?from=september"), "release_unavailable").detail).toBe(
      'There is no release "september" here (from); GET /releases lists those that there are.',
    );
    const path = encodeURIComponent(octoberFile);
    expectProblem(await diff(`?from=${path}`), "release_unavailable");
    expectProblem(await diff("?limit=0"), "invalid_parameter");
    for (const catalogue of [null, join(folder, "no-such-folder")]) {
      const without = expectProblem(await get("/releases/diff", { catalogue }), "release_unavailable");
      expect(without.detail).toContain("ratebook releases push FILE");
    }
  });

  it("says that the folder cannot be read", async () => {
    // A file where the folder should be.
    const catalogue = inService;
    for (const url of ["/releases", "/releases/diff"]) {
      const { detail } = expectProblem(await get(url, { catalogue }), "release_unavailable");
      expect(detail).toContain("cannot be read");
      expect(detail).not.toContain(folder);
    }
  });

  it("compares one pair at a time", async () => {
    const busy = new Comparer(THREAD);
    const first = get("/releases/diff", { comparer: busy });
    const files = { october: octoberFile, november: inService };
    const ask = (from: "october" | "november", to: "october" | "november") =>
      busy.compare({
        from: { file: files[from], contentHash: hashes[from] as string },
        to: { file: files[to], contentHash: hashes[to] as string },
      });
    const same = ask("october", "november");
    expect(await ask("november", "october")).toEqual({ kind: "busy" });
    const second = await get("/releases/diff?from=november&to=october", { comparer: busy });
    expectProblem(second, "overloaded");
    expect(second.headers["retry-after"]).toBe("15");
    expect((await first).statusCode).toBe(200);
    expect((await same).kind).toBe("compared");
    expect((await ask("november", "october")).kind).toBe("compared");
  });

  it("gives up in time, and refuses a file that is no longer the one that was listed", async () => {
    const pair = {
      from: { file: octoberFile, contentHash: hashes.october as string },
      to: { file: inService, contentHash: hashes.november as string },
    };
    expect(await new Comparer(THREAD, 1).compare(pair)).toEqual({ kind: "gave_up" });
    const replaced = { ...pair, to: { ...pair.to, contentHash: "other" } };
    expect(await new Comparer(THREAD).compare(replaced)).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("it was replaced"),
    });
  });
});

const FOREVER = new Promise<never>(() => undefined);

test("a service that stops says so, and not that the work goes on", async () => {
  expect(await awaited(FOREVER, () => true)).toEqual({ kind: "stopping" });
});

test("work that takes longer than clients wait goes on", async () => {
  expect(await awaited(FOREVER, () => false, 1)).toEqual({ kind: "still_at_it" });
});
