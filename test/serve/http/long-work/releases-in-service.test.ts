import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { ReleaseDamaged } from "../../../../src/release/soundness.ts";
import type { Question } from "../../../../src/serve/http/long-work/question.ts";
import { LongWorkSupervisor, ReleasesInService } from "../../../../src/serve/http/long-work/supervisor.ts";
import { states } from "../../../../src/states/index.ts";
import { SAMPLE } from "../../../cli/support/ratebook.ts";
import { releaseAt } from "../../../support/shared-release.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const SEARCH: Question = {
  kind: "answer",
  answer: "search",
  states: ["ca"],
  setting: null,
  format: "json",
  staleAfterMonths: null,
  today: "2026-11-15" as Day,
  fields: { provider_name: "hospital" },
};

it("damage that the thread for long work comes upon is told to the release here, and is no mistake of ours", async () => {
  const file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
  const supervisor = new LongWorkSupervisor(new URL("../../../../src/cli/long-work-thread.ts", import.meta.url));
  const inService = new ReleasesInService(states, () => supervisor);
  const release = await inService.open(file);
  const bytes = readFileSync(file);
  for (let at = 8_192; at < bytes.length; at += 1) bytes[at] = (bytes[at] as number) ^ 0x5a;
  writeFileSync(file, bytes);
  const answer = inService.longWorkOf(release).answer(SEARCH, new AbortController().signal, async () => true);
  await expect(answer).rejects.toBeInstanceOf(ReleaseDamaged);
  expect(release.guard.soundness.damage).toMatchObject({ file, place: expect.any(String), cause: expect.any(String) });
  release.close();
});
