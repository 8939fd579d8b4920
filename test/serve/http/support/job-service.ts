import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { RepricingJobs } from "../../../../src/reprice/jobs/jobs.ts";
import type { AppDependencies } from "../../../../src/serve/http/dependencies.ts";
import { READ_ONLY_HOMES } from "../../../reprice/jobs/support/read-only-home.ts";
import { SOON } from "../../../support/waiting.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";
import { bearer, fakeService, type Harness, TOKENS } from "./fake-app.ts";
import { listening } from "./raw-socket.ts";

/* The service with real jobs on a disk, and a small thread that prices: the word in a file says what becomes of it. */

export const REPRICE = "/api/v1/reprice";
const BOUNDARY = "b0undary";
export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;

export interface Answer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  /** What the RateLimit headers say is left. */
  readonly remaining: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

function field(head: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}`;
}

export function fileOf(content: string): string {
  return field('name="file"; filename="claims.csv"', content);
}

export async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode: status, headers } = response;
  const body = (await json(response)) as Answer["body"];
  return { status, retryAfter: headers["retry-after"], remaining: headers["ratelimit-remaining"] as string, body };
}

/** A service for each test of a file. */
export function jobService(overrides: () => Partial<AppDependencies> = () => ({}), token = TOKENS.all) {
  let home: ReturnType<typeof temporaryFolder>;
  let folder: string;
  let jobs: RepricingJobs;
  let service: Harness;
  let port: number;
  let mistakes: unknown[];

  beforeEach(async () => {
    home = temporaryFolder();
    folder = join(home.path, "jobs");
    mistakes = [];
    jobs = new RepricingJobs({
      folder,
      threadModule: new URL("../../../reprice/jobs/fixture-job-thread.ts", import.meta.url),
      onCounts: () => {},
      onPriced: () => {},
      onMistake: (error) => mistakes.push(error),
    });
    service = fakeService({ jobs, ...overrides() });
    port = await listening(service.app);
  });

  afterEach(async () => {
    for (const each of READ_ONLY_HOMES) each.open(home.path);
    await jobs.end();
    await service.app.close();
    home.remove();
  });

  function requested(method: string, path: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
    return request({ port, path, method, headers: { ...bearer(token), connection: "close", ...headers } });
  }

  async function ask(method: string, path: string): Promise<Answer> {
    return await answerOf(requested(method, path).end());
  }

  /** Begins an upload with the fields before its file. */
  function begun(isDryRun: boolean): ClientRequest {
    const fields = { state: "zz", setting: "outpatient", dry_run: String(isDryRun) };
    const sent = requested("POST", REPRICE, { "content-type": `multipart/form-data; boundary=${BOUNDARY}` });
    for (const [name, value] of Object.entries(fields)) sent.write(`${field(`name="${name}"`, value)}\r\n`);
    return sent;
  }

  async function uploaded(file: string, isDryRun = false): Promise<Answer> {
    return await answerOf(begun(isDryRun).end(fileOf(file) + FORM_END));
  }

  /** The path of a job that has come to this status. */
  async function job(file: string, status: string): Promise<string> {
    const { body } = await uploaded(file);
    const path = `${REPRICE}/${String(body.id)}`;
    await vi.waitFor(async () => expect((await ask("GET", path)).body.status).toBe(status), SOON);
    return path;
  }

  return {
    ask,
    begun,
    uploaded,
    job,
    /** The text at a path, with the status of the answer. */
    text: async (path: string): Promise<readonly [status: number, text: string]> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: bearer(token) });
      return [answer.status, await answer.text()];
    },
    /** The folders of jobs, whole or half deleted. */
    left: (): readonly string[] => readdirSync(folder).filter((name) => name !== "releases"),
    get home() {
      return home.path;
    },
    get folder() {
      return folder;
    },
    get jobs() {
      return jobs;
    },
    get service() {
      return service;
    },
    get mistakes(): readonly unknown[] {
      return mistakes;
    },
  };
}
