import { describe, expect, it } from "vitest";
import type { DiskState } from "../../../src/core/files/disk.ts";
import { programVersion } from "../../../src/core/files/installation.ts";
import { TITLE_CHARACTERS_MAX } from "../../../src/dataset/description.ts";
import { NoRate } from "../../../src/pricing/no-rate.ts";
import type { StateInRelease } from "../../../src/release/release.ts";
import type { Ready } from "../../../src/serve/http/health-endpoints.ts";
import { longWorkHere } from "../../../src/serve/http/long-work/here.ts";
import type { Answer } from "../../../src/serve/http/long-work/question.ts";
import { NO_LONG_WORK } from "../../../src/serve/http/readiness.ts";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { batch, fakeService, get, RATE, SEARCH } from "./support/fake-app.ts";
import { fakeRelease, SOURCE } from "./support/fake-release.ts";

const LOOKUP = `${RATE}?billing_code=100&npi=1000000001`;
const BY_NAME = `${RATE}?billing_code=100&provider_name=clinic`;

describe("The release in service", () => {
  it("is named by /readyz in a few hundred bytes, with the version of the program and nothing that is wrong", async () => {
    const { app } = fakeService();
    const response = await ask(app, "/readyz");
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      status: "ready",
      program_version: programVersion(),
      release: { name: "Fake sample", version: "1", content_hash: "hash-of-1" },
      file: "unchanged",
      problems: [],
    });
  });

  it("is described by /release with its rows, its sources and what it says about itself", async () => {
    const { app } = fakeService();
    const response = await ask(app, "/release");
    expect(response.statusCode).toBe(200);
    expect(response.headers["ratebook-release"]).toBe("1 hash-of-1");
    expect(response.json()).toEqual({
      name: "Fake sample",
      version: "1",
      content_hash: "hash-of-1",
      description: "Synthetic data for tests.",
      states: ["zz"],
      loaded: { zz: { outpatient: false, inpatient: false } },
      row_counts: { "zz/providers": 3 },
      sources: [SOURCE],
    });
  });

  it("has a /readyz of less than two kilobytes, with the longest names and all that can be wrong at once", async () => {
    const release = fakeRelease("v".repeat(TITLE_CHARACTERS_MAX));
    const sources = Array.from({ length: 100 }, () => SOURCE);
    const long = { name: "n".repeat(TITLE_CHARACTERS_MAX), contentHash: "f".repeat(64), sources };
    const { app, releases } = fakeService({
      databaseState: () => "keys not followed",
      keyStoreProblem: () => "unreadable",
      homeDisk: () => ({ freeBytes: 0, isWritable: true }),
    });
    releases.put({ ...release, description: { ...release.description, ...long } });
    releases.fileAtPath = "missing";
    releases.reloadRefusal = "r".repeat(203);
    const { body } = await ask(app, "/readyz");
    expect(JSON.parse(body).problems).toHaveLength(5);
    expect(body.length).toBeLessThan(2_000);
  });

  it("is served while the database is away: /readyz says degraded, and stays 200", async () => {
    const database: { state: "connected" | "away" } = { state: "connected" };
    const { app } = fakeService({ databaseState: () => database.state });
    expect((await ask(app, "/readyz")).json()).toMatchObject({ status: "ready", database: "connected" });
    database.state = "away";
    const response = await ask(app, "/readyz");
    expect(response.statusCode).toBe(200);
    const problems = [expect.stringContaining("The database is away")];
    expect(response.json()).toMatchObject({
      status: "degraded",
      database: "away",
      release: { version: "1" },
      problems,
    });
    expect((await ask(app, get(LOOKUP))).statusCode).toBe(200);
  });

  it("is served while the keys of the database cannot be followed: /readyz says so", async () => {
    const { app } = fakeService({ databaseState: () => "keys not followed" });
    expect((await ask(app, "/readyz")).json()).toMatchObject({
      status: "degraded",
      database: "connected",
      keys: "not followed",
      problems: [expect.stringContaining("cannot take over the keys")],
    });
  });

  it("is served while the disk of the home is full or read-only: /readyz says so, below 64 MiB, and nothing while it is unknown", async () => {
    const home: { disk: DiskState | null } = { disk: { freeBytes: 64 * 1024 ** 2 - 1, isWritable: true } };
    const { app } = fakeService({ homeDisk: () => home.disk });
    expect((await ask(app, "/readyz")).json()).toMatchObject({
      status: "ready",
      problems: [expect.stringMatching(/^The disk of the home has 63 MiB left: .*Free the disk/)],
    });
    for (home.disk of [{ freeBytes: 64 * 1024 ** 2, isWritable: true }, null]) {
      expect((await ask(app, "/readyz")).json()).toMatchObject({ problems: [] });
    }
    home.disk = { freeBytes: 0, isWritable: false };
    expect((await ask(app, "/readyz")).json()).toMatchObject({
      status: "ready",
      problems: [expect.stringMatching(/^The home cannot be written: .*Let the server write/)],
    });
  });

  it("is served while its file is replaced or missing: /readyz stays ready, and says what to do", async () => {
    const { app, releases } = fakeService();
    for (const file of ["replaced", "missing"] as const) {
      releases.fileAtPath = file;
      const problems = [expect.stringMatching(/file .* ratebook reload/)];
      expect((await ask(app, "/readyz")).json(), file).toMatchObject({ status: "ready", file, problems });
    }
  });

  it("names the refusal of the last reload and its remedy, and does not advise what was refused", async () => {
    const { app, releases } = fakeService();
    releases.fileAtPath = "replaced";
    releases.reloadRefusal = "served.db is not a Ratebook release";
    const { status, problems } = (await ask(app, "/readyz")).json() as Ready;
    expect([status, problems.length]).toEqual(["ready", 1]);
    expect(problems[0]).toMatch(
      /^The last reload was refused: served\.db is not a Ratebook release\. .*ratebook verify/,
    );
    expect(problems[0]).not.toContain("Serve it with ratebook reload");
    releases.reloadRefusal = null;
    expect((await ask(app, "/readyz")).json()).toMatchObject({ problems: [expect.stringContaining("Serve it with")] });
  });

  it.each([
    ["missing", '"ratebook keys import EXPORT"'],
    ["unreadable", 'Move it away and run "ratebook keys import EXPORT"'],
    ["forbidden", '"chown" it to the user of the server'],
  ] as const)("names a keys.db that is %s at once, and what to do", async (problem, whatToDo) => {
    const keys = { ...fakeService().dependencies.keys, isLost: false };
    const { app } = fakeService({ keys, keyStoreProblem: () => problem });
    const remedy = new RegExp(`^keys\\.db .* 10 seconds, .*${whatToDo}`);
    const ready = (await ask(app, "/readyz")).json();
    expect(ready).toMatchObject({ status: "degraded", problems: [expect.stringMatching(remedy)] });
    expect(app.isReady()).toBe(true);
    keys.isLost = true;
    const { detail } = expectProblem(await ask(app, "/readyz"), "not_ready");
    expect(detail).toMatch(new RegExp(`^keys\\.db .*${whatToDo}`));
    expect(app.isReady()).toBe(false);
    // Clients of the API learn nothing about files.
    expect(expectProblem(await ask(app, get(LOOKUP)), "not_ready").detail).not.toContain("keys.db");
  });

  it("has a tag on /release: a page that has the description gets 304", async () => {
    const { app, releases } = fakeService();
    const { etag } = (await ask(app, "/release")).headers;
    const again = () => ask(app, { url: "/release", headers: { "if-none-match": String(etag) } });
    expect((await again()).statusCode).toBe(304);
    releases.put(fakeRelease("2"));
    expect((await again()).statusCode).toBe(200);
  });

  it("is needed to be ready and to answer, but not to be alive or to be described", async () => {
    const { app } = fakeService({ releases: new ReleaseSlot() });
    expectProblem(await ask(app, "/readyz"), "not_ready");
    expectProblem(await ask(app, "/release"), "not_ready");
    expectProblem(await ask(app, get(LOOKUP)), "not_ready");
    expectProblem(await ask(app, batch("{")), "not_ready");
    for (const url of ["/livez", "/metrics", "/openapi.json", "/docs"]) {
      expect((await ask(app, url)).statusCode, url).toBe(200);
    }
  });

  it("is not ready while nobody does its long work, and answers lookups by identifier all the same", async () => {
    const thread = { isAtWork: false };
    const gone: Answer = { ok: false, problem: NO_LONG_WORK };
    const { app, release } = fakeService({
      longWork: (opened) => (thread.isAtWork ? longWorkHere(opened) : { answer: async () => gone }),
      isLongWorkDone: () => thread.isAtWork,
    });
    expectProblem(await ask(app, "/readyz"), "not_ready");
    expect((await ask(app, get(LOOKUP))).statusCode).toBe(200);
    for (const request of [get(BY_NAME), get(SEARCH), batch({ requests: [{}] })]) {
      const response = await ask(app, request);
      expectProblem(response, "not_ready");
      expect(response.headers["retry-after"]).toBe("2");
    }
    thread.isAtWork = true;
    expect((await ask(app, "/readyz")).statusCode).toBe(200);
    expect(release.isClosed()).toBe(false);
  });

  it("must hold the state that is asked about; the answer names it", async () => {
    const { app } = fakeService();
    const { detail } = expectProblem(await ask(app, get("/api/v1/yy/providers/search")), "not_ready");
    expect(detail).toContain("Yonder (yy)");
  });

  it("goes on answering when the service is told to stop, and ends each connection; only /readyz says so", async () => {
    const { app, stop } = fakeService();
    const before = await ask(app, get(LOOKUP));
    stop();
    const { detail } = expectProblem(await ask(app, "/readyz"), "not_ready");
    expect(detail).toContain("The service is stopping");
    const after = await ask(app, get(LOOKUP));
    expect([after.statusCode, after.body]).toEqual([200, before.body]);
    expect([before.headers.connection, after.headers.connection]).toEqual(["keep-alive", "close"]);
    expect((await ask(app, "/livez")).statusCode).toBe(200);
  });

  it("is given back after every kind of answer, so that the old one is closed", async () => {
    const { app, releases, release } = fakeService();
    await ask(app, get(LOOKUP));
    await ask(app, get(BY_NAME));
    await ask(app, get(RATE));
    await ask(app, get(`${RATE}?billing_code=broken&npi=1000000001`));
    await ask(app, get(`${RATE}?billing_code=broken&provider_name=clinic`));
    await ask(app, get(SEARCH));
    await ask(app, get(`${SEARCH}?limit=0`));
    await ask(app, batch({ requests: [{}, { billing_code: "broken", npi: "1000000001" }] }));
    expect(release.isClosed()).toBe(false);
    releases.put(fakeRelease("2"));
    expect(release.isClosed()).toBe(true);
    expect((await ask(app, "/readyz")).json()).toMatchObject({ release: { version: "2" } });
  });

  it("answers a setting that is not loaded without a price, by number and by name", async () => {
    const { app, releases } = fakeService();
    const release = fakeRelease("2");
    const source = release.states.get("zz") as StateInRelease;
    const noRate = new NoRate("not_loaded", "Zeeland outpatient rates are not loaded.");
    const states = new Map([["zz", { ...source, notLoaded: new Map([["outpatient", noRate] as const]) }]]);
    releases.put({ ...release, states });

    for (const url of [LOOKUP, BY_NAME]) {
      const results = (await ask(app, get(url))).json();
      expect(results).toMatchObject([{ rate_found: false, error_message: noRate.message }]);
    }
    const answer = (await ask(app, batch({ requests: [{ billing_code: "100", npi: "1000000001" }] }))).json();
    expect(answer).toMatchObject({ responses: [{ results: [{ error_message: noRate.message }], error: null }] });
  });

  it("stays open for the requests that began with it", async () => {
    const { app, releases, release } = fakeService();
    const wasClosed: boolean[] = [];
    const directory = release.states.get("zz")?.directory;
    if (directory === undefined) throw new Error("Zeeland is missing.");
    const { countByName } = directory;
    directory.countByName = async (...asked) => {
      releases.put(fakeRelease("2"));
      const found = await countByName(...asked);
      wasClosed.push(release.isClosed());
      return found;
    };
    const response = await ask(app, get(BY_NAME));
    directory.countByName = countByName;
    expect(response.statusCode).toBe(200);
    expect(wasClosed).toEqual([false]);
    expect(release.isClosed()).toBe(true);
  });
});
