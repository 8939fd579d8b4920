import type { Answered, CallOptions } from "./answer.ts";
import { type Connection, has, refuseFaults } from "./connection.ts";
import type { Download } from "./download.ts";
import { RatebookError } from "./failure.ts";
import { type ClaimsFile, fileForm, formFields, orderFaults, type RepricingOrder } from "./file-form.ts";
import type {
  DeletedRepricingJob,
  RepricingDryRun,
  RepricingJob,
  RepricingJobs,
  RepricingSummary,
} from "./generated/openapi.ts";
import { IDEMPOTENCY_KEY_FORM, JOB_ID } from "./generated/service.ts";
import { ratePath, type SettingOf, type StateCode } from "./lookups.ts";
import { TIMEOUT_MILLISECONDS_MAX, wholeNumber } from "./options.ts";

export interface UploadOptions extends CallOptions {
  /** The most time of one attempt; 10 minutes when absent. */
  readonly timeoutMilliseconds?: number;
}

export interface RepriceOptions extends UploadOptions {
  /**
   * Identifies this upload, so that a repeated one gets the job of the first: 1 to 255 visible ASCII characters. When absent, each call
   * creates one, which covers the retries of the call. Keep your own if the program itself may restart.
   */
  readonly idempotencyKey?: string;
}

export interface WaitOptions extends CallOptions {
  /** Receives the job after each poll, including the last one. */
  readonly onProgress?: (job: RepricingJob) => void;
}

/** A finished job: it has a summary, results and a workbook. */
export type DoneRepricingJob = RepricingJob & {
  readonly status: "done";
  readonly summary: RepricingSummary;
  readonly results: string;
  readonly workbook: string;
};

/** Poll intervals: small files are done within a second, large ones take minutes. */
const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 10_000;

const ACCEPTED = 202;

const REPRICE_PATH = "/reprice";

/** Files of claims that the service prices line by line. A job belongs to the API key that sent its file. */
export class Repricing {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Sends a file to be repriced; the job shows its progress. */
  async upload<State extends StateCode>(
    state: State,
    setting: SettingOf<State>,
    file: ClaimsFile,
    order: RepricingOrder = {},
    { idempotencyKey = crypto.randomUUID(), ...options }: RepriceOptions = {},
  ): Promise<Answered<RepricingJob>> {
    const headers = { "idempotency-key": checkedIdempotencyKey(idempotencyKey) };
    return await this.#sent({ state, setting, file, order }, { status: ACCEPTED, headers }, options);
  }

  /** Sends a file to see how it would be read: its columns and its first lines. Nothing is priced or kept. */
  async dryRun<State extends StateCode>(
    state: State,
    setting: SettingOf<State>,
    file: ClaimsFile,
    order: RepricingOrder = {},
    options: UploadOptions = {},
  ): Promise<Answered<RepricingDryRun>> {
    return await this.#sent({ state, setting, file, order }, null, options);
  }

  /** The jobs of the key, the newest first, each without its notes and its summary. */
  async jobs(options: CallOptions = {}): Promise<Answered<RepricingJobs>> {
    return await this.#connection.get(REPRICE_PATH, {}, has("jobs"), options);
  }

  /** The progress of a job, and its summary when it is done. */
  async job(id: string, options: CallOptions = {}): Promise<Answered<RepricingJob>> {
    return await this.#connection.get(jobPath(id), {}, isJob(id), options);
  }

  /** Waits until a job is done. Rejects with `job_failed` when it could not be repriced. */
  async wait(id: string, { onProgress, ...options }: WaitOptions = {}): Promise<Answered<DoneRepricingJob>> {
    for (
      let looks = 1, wait = FIRST_WAIT_MILLISECONDS;
      ;
      looks += 1, wait = Math.min(wait * 2, LONGEST_WAIT_MILLISECONDS)
    ) {
      const answered = await this.job(id, options);
      const { status, reason } = answered.answer;
      onProgress?.(answered.answer);
      if (status === "done") return answered as Answered<DoneRepricingJob>;
      if (status === "failed") {
        const message = reason ?? "The file could not be repriced.";
        throw new RatebookError({ kind: "job_failed", id, message, attempts: looks });
      }
      await this.#connection.wait(wait, options.signal, looks);
    }
  }

  /** The lines of the file, each with its result, as CSV. */
  async results(id: string, options: CallOptions = {}): Promise<Download> {
    return await this.#connection.download(`${jobPath(id)}/results`, options);
  }

  /** The lines that could not be read, with the reasons, as CSV. A job without such lines has none (`faults` of the job is null). */
  async faults(id: string, options: CallOptions = {}): Promise<Download> {
    return await this.#connection.download(`${jobPath(id)}/faults`, options);
  }

  /** The report as a workbook (XLSX). */
  async workbook(id: string, options: CallOptions = {}): Promise<Download> {
    return await this.#connection.download(`${jobPath(id)}/workbook`, options);
  }

  /** Ends the work, if it is in progress, and deletes every file of the job. */
  async delete(id: string, options: CallOptions = {}): Promise<Answered<DeletedRepricingJob>> {
    try {
      return await this.#connection.send({ method: "DELETE", path: jobPath(id) }, isJob(id), options);
    } catch (error) {
      const failure = error instanceof RatebookError ? error.failure : null;
      // An earlier attempt may have deleted it, and only its answer was lost.
      if (failure?.kind !== "problem" || failure.code !== "no_such_job" || failure.attempts === 1) throw error;
      const about = { release: null, requestId: failure.requestId, stale: null, incomplete: null };
      return { answer: { id, status: "deleted" }, ...about };
    }
  }

  async #sent<Answer>(
    { state, setting, file, order }: Upload,
    accepted: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | null,
    { timeoutMilliseconds = TIMEOUT_MILLISECONDS_MAX, signal }: UploadOptions,
  ): Promise<Answered<Answer>> {
    // Refuses an unknown state or setting.
    ratePath(state, setting);
    refuseFaults(orderFaults(order));
    const form = await fileForm(file, order.claims ?? null, formFields({ state, setting }, order, accepted === null));
    if ("code" in form) {
      refuseFaults([form]);
      throw new Error("A fault was not refused.");
    }
    const call = {
      method: "POST",
      path: REPRICE_PATH,
      headers: { ...form.headers, ...accepted?.headers },
      body: form.body,
      timeoutMilliseconds: wholeNumber("timeoutMilliseconds", timeoutMilliseconds, TIMEOUT_MILLISECONDS_MAX),
      ...(accepted === null ? {} : { status: accepted.status }),
      ...(form.isRepeatable ? {} : { attempts: 1 }),
    } as const;
    const isWhole = has(accepted === null ? "lines" : "notes");
    try {
      return await this.#connection.send(call, isWhole, signal === undefined ? {} : { signal });
    } catch (error) {
      const source = form.sourceFailure();
      const failure = error instanceof RatebookError ? error.failure : null;
      if (source === null || failure?.kind !== "network") throw error;
      const message = "The stream of the file failed while it was sent; its error is the cause.";
      throw new RatebookError({ kind: "source_failed", message, attempts: failure.attempts }, source);
    }
  }
}

interface Upload {
  readonly state: StateCode;
  readonly setting: string;
  readonly file: ClaimsFile;
  readonly order: RepricingOrder;
}

function jobPath(id: string): string {
  if (new RegExp(JOB_ID).test(id)) return `${REPRICE_PATH}/${id}`;
  throw new TypeError(`id "${id}" is not valid: expected the id of a job, 32 hexadecimal digits.`);
}

function isJob(id: string): (json: unknown) => boolean {
  return (json) => typeof json === "object" && json !== null && Reflect.get(json, "id") === id;
}

function checkedIdempotencyKey(key: string): string {
  if (new RegExp(IDEMPOTENCY_KEY_FORM).test(key)) return key;
  throw new TypeError("idempotencyKey is not valid: expected 1 to 255 letters, digits or signs without spaces.");
}
