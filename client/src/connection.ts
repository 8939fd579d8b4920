import type { Answered, CallOptions } from "./answer.ts";
import {
  ABORTED,
  type Arrived,
  type AttemptFailure,
  attempt,
  type Opened,
  type Sent,
  type SentBody,
} from "./attempt.ts";
import { type Download, downloadOf } from "./download.ts";
import { type Failure, RatebookError } from "./failure.ts";
import { type Fields, faultsOf, queryText } from "./fields.ts";
import type { Fault } from "./generated/openapi.ts";
import { checkedKey, type RatebookOptions, type Settings, settingsOf } from "./options.ts";
import { type Read, readAnswer, unexpected } from "./read-answer.ts";
import { waited, waitSeconds } from "./retry.ts";

/** Whether JSON has the outer form of the expected answer. */
export type IsWhole = (json: unknown) => boolean;

interface Call {
  readonly method: Sent["method"];
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Created for each attempt. */
  readonly body?: () => SentBody;
  /** The status of a success; 200 when absent. */
  readonly status?: number;
  /** Fewer attempts or more time than other calls. */
  readonly attempts?: number;
  readonly timeoutMilliseconds?: number;
}

const OK = 200;

/** Sends requests and retries them until they are answered or a retry would not help. */
export class Connection {
  readonly #settings: Settings;
  /** A private field: no inspection, serialisation or loop can reach it. */
  readonly #apiKey: string;

  constructor(options: RatebookOptions) {
    this.#settings = settingsOf(options);
    this.#apiKey = checkedKey(options.apiKey);
  }

  async get<Answer>(path: string, request: unknown, isWhole: IsWhole, options: CallOptions): Promise<Answered<Answer>> {
    refuseFaults(faultsOf(request));
    const query = queryText(request as Fields);
    return await this.send({ method: "GET", path: `${path}${query === "" ? "" : `?${query}`}` }, isWhole, options);
  }

  async post<Answer>(path: string, json: string, isWhole: IsWhole, options: CallOptions): Promise<Answered<Answer>> {
    const headers = { "content-type": "application/json" };
    return await this.send({ method: "POST", path, headers, body: () => json }, isWhole, options);
  }

  async send<Answer>(call: Call, isWhole: IsWhole, { signal }: CallOptions): Promise<Answered<Answer>> {
    const { status = OK } = call;
    const { json, about } = await this.#repeated<Read>(call, false, signal, (arrived, now) => {
      if (arrived.kind === "opened") throw new Error("An answer that is read came as a stream.");
      const read = readAnswer(arrived, status, now);
      return read.kind === "read" && !isWhole(read.json) ? unexpected(arrived, now) : read;
    });
    return { answer: json as Answer, ...about };
  }

  /** A file as a stream. An attempt ends with its first byte: a later failure is an error of the stream. */
  async download(path: string, { signal }: CallOptions): Promise<Download> {
    const call: Call = { method: "GET", path, headers: { accept: "*/*" } };
    const opened = await this.#repeated<Opened>(call, true, signal, (arrived, now) => {
      if (arrived.kind === "opened") return arrived;
      const read = readAnswer(arrived, OK, now);
      return read.kind === "read" ? unexpected(arrived, now) : read;
    });
    return downloadOf(opened, this.#settings, signal, (failed) => this.#error(failed, 1));
  }

  /** Waits between two calls; rejects when the signal ends it. `attempts`: the calls so far. */
  async wait(milliseconds: number, signal: AbortSignal | undefined, attempts: number): Promise<void> {
    if (!(await waited(this.#settings.clock, milliseconds, signal))) throw this.#error(ABORTED, attempts);
  }

  /** Sends a request until `read` returns a success, or a retry would not help. */
  async #repeated<Success extends Read | Opened>(
    call: Call,
    isStreamed: boolean,
    signal: AbortSignal | undefined,
    read: (arrived: Arrived | Opened, now: number) => Success | AttemptFailure,
  ): Promise<Success> {
    const settings = {
      ...this.#settings,
      timeoutMilliseconds: call.timeoutMilliseconds ?? this.#settings.timeoutMilliseconds,
    };
    const sent = this.#sent(call, isStreamed);
    for (let attempts = 1; ; attempts += 1) {
      const arrived = await attempt(sent, settings, signal);
      const isAnswer = arrived.kind === "arrived" || arrived.kind === "opened";
      const outcome = isAnswer ? read(arrived, settings.clock.now()) : arrived;
      if (outcome.kind === "read" || outcome.kind === "opened") return outcome;
      const seconds = attempts < (call.attempts ?? settings.attempts) ? waitSeconds(outcome, attempts) : null;
      if (seconds === null) throw this.#error(outcome, attempts);
      await this.wait(seconds * 1000, signal, attempts);
    }
  }

  #sent({ method, path, headers = {}, body, status = OK }: Call, isStreamed: boolean): Sent {
    return {
      method,
      url: `${this.#settings.api}${path}`,
      headers: { accept: "application/json", authorization: `Bearer ${this.#apiKey}`, ...headers },
      body: body ?? null,
      status,
      isStreamed,
    };
  }

  /** A proxy may return what it received: the key is removed here. */
  #error(failed: AttemptFailure, attempts: number): RatebookError {
    const withoutKey = (_name: string, value: unknown) =>
      typeof value === "string" ? value.replaceAll(this.#apiKey, "[API key]") : value;
    return new RatebookError(JSON.parse(JSON.stringify({ ...failed, attempts }), withoutKey) as Failure);
  }
}

/** Rejects an invalid request before anything is sent. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new RatebookError({ kind: "invalid_request", message: first.message, faults, attempts: 0 });
}

export function isFilledList(json: unknown): boolean {
  return Array.isArray(json) && json.length > 0;
}

/** Whether it is an object with lists of these names. */
export function has(...lists: readonly string[]): IsWhole {
  return (json) =>
    typeof json === "object" && json !== null && lists.every((name) => Array.isArray(Reflect.get(json, name)));
}
