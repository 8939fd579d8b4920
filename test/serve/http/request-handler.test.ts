import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import { SOON } from "../../support/waiting.ts";
import { BODY_BYTES_MAX, CUT_SHORT, REQUESTS } from "./request-handler/requests.ts";
import { fakeService, type Harness } from "./support/fake-app.ts";
import { exchange, listening } from "./support/raw-socket.ts";

/*
 * What the service answers to good and hostile requests, byte for byte, and what is observed of each. The file of answers is
 * a contract: a line of it changes only together with the conventions or the release notes.
 */

const folder = mkdtempSync(join(tmpdir(), "ratebook-request-handler-"));
let service: Harness;
let port = 0;

beforeAll(async () => {
  const ignored = () => {};
  const jobs = new RepricingJobs({
    folder,
    threadModule: new URL(import.meta.url),
    onCounts: ignored,
    onPriced: ignored,
    onMistake: ignored,
  });
  service = fakeService({ bodyBytesMax: BODY_BYTES_MAX, jobs });
  port = await listening(service.app);
});
afterAll(async () => {
  await service.app.close();
  rmSync(folder, { recursive: true });
});

const LONG = 300;

/** A request in one line. */
function shown(request: string): string {
  const text = JSON.stringify(request);
  return text.length <= LONG ? text : `${text.slice(0, LONG)}... (${request.length})`;
}

/** What differs from run to run is covered. */
function steady(answer: string): string {
  return answer
    .replaceAll(/[0-9a-f]{10}-[0-9a-z]+/g, "<request>")
    .replaceAll(/^Date: .*$/gm, "Date: <now>")
    .replaceAll(/ratebook_session=[^;]+/g, "ratebook_session=<token>")
    .replaceAll(/(uptime[a-z_]*":)[0-9.]+/g, "$1<seconds>")
    .replaceAll("\r", "");
}

async function told(request: string, thenEnd: boolean): Promise<string> {
  const before = service.observed.length;
  const failuresBefore = service.failures.length;
  const answer = await exchange(port, request, thenEnd);
  // The place for a file is made on the disk before anything is known of its client's leaving.
  const isLeft = () => service.observed.slice(before).some(({ status }) => status === 499);
  if (thenEnd && request.startsWith("POST /api/v1/reprice")) await vi.waitFor(() => expect(isLeft()).toBe(true), SOON);
  const observed = service.observed
    .slice(before)
    .map(({ requestId: _id, durationMilliseconds: _duration, ...facts }) => JSON.stringify(facts));
  const failures = service.failures.slice(failuresBefore).map((failure) => `failure: ${failure}`);
  return [`>>> ${shown(request)}`, steady(answer), ...observed, ...failures, ""].join("\n");
}

it("every request is answered and observed as it always was", async () => {
  const answers: string[] = [];
  for (const request of REQUESTS) answers.push(await told(request, false));
  for (const request of CUT_SHORT) answers.push(await told(request, true));
  await expect(answers.join("\n")).toMatchFileSnapshot("request-handler/answers.txt");
});
