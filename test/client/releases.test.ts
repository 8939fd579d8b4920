import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Ratebook } from "../../client/src/index.ts";
import { Comparer } from "../../src/serve/http/releases/comparer.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { installedFolder } from "../support/suite/installed.ts";
import { failureOf } from "./support/failure-of.ts";
import { API_KEY, type SampleService, sampleService } from "./support/sample-service.ts";

const folder = temporaryFolder();
let service: SampleService;
let ratebook: Ratebook;

/** The sample, and the sample before two figures changed. */
beforeAll(async () => {
  const earlier = join(folder.path, "earlier");
  cpSync(SAMPLE, earlier, { recursive: true });
  const rates = join(earlier, "ca", "outpatient_rates.csv");
  const text = readFileSync(rates, "utf8");
  writeFileSync(rates, text.replace(",Anesthesia,5.42,", ",Anesthesia,5.00,").replace(",24.00,", ",23.00,"));
  const kept = join(folder.path, "releases");
  mkdirSync(kept);
  await releaseAt(join(kept, `${"0".repeat(64)}.db`), earlier);
  const thread = pathToFileURL(join(installedFolder(), "dist", "program", "release-comparison-thread.js"));
  service = await sampleService({ catalogue: { folder: kept, comparer: new Comparer(thread) } });
  ratebook = new Ratebook({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: API_KEY });
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

describe("Releases", () => {
  it("are listed, the one in service first", async () => {
    const { answer, release } = await ratebook.releases();
    expect(answer.releases.map(({ in_service }) => in_service)).toEqual([true, false]);
    expect(release).toContain(answer.releases[0]?.content_hash.slice(0, 12));
    expect(answer.unreadable_files).toBe(0);
  });

  it("are compared, with amounts, and page by page", async () => {
    const { answer: whole } = await ratebook.releaseDiff({ table: "ca/outpatient_rates" });
    expect(whole.changes.length).toBeGreaterThan(1);
    expect(whole.changes_listed).toBe(whole.changes.length);
    expect(whole.changes).toContainEqual(
      expect.objectContaining({ kind: "raised", before: "5.00", after: "5.42", difference: "0.42" }),
    );
    const pages = [];
    for await (const page of ratebook.releaseDiffPages({ table: "ca/outpatient_rates", limit: 1 })) pages.push(page);
    expect(pages.flatMap(({ answer }) => answer.changes)).toEqual(whole.changes);
    expect(pages).toHaveLength(whole.changes.length);
  });

  it("that there are not are refused", async () => {
    const failure = await failureOf(ratebook.releaseDiff({ from: "2019.1" }));
    expect(failure).toMatchObject({ kind: "problem", code: "release_unavailable", status: 404 });
  });
});
