import type { Answered } from "./answer.ts";
import { ABORTED, attempt, type Sent, type Untold } from "./attempt.ts";
import { waited } from "./clock.ts";
import { type Failure, RatebookError } from "./failure.ts";
import { type Fields, faultsOf, queryText } from "./fields.ts";
import { checkedKey, type RatebookOptions, type Settings, settingsOf } from "./options.ts";
import { readAnswer, unexpected } from "./read-answer.ts";
import { waitSeconds } from "./retry.ts";

/** Whether JSON has the outer form of the answer that was asked for. */
export type IsWhole = (json: unknown) => boolean;

/** The way to the service: sends requests until they are answered, or until it is no use. */
export class Connection {
  readonly #settings: Settings;
  /** Private to the language: no inspection, serialisation or loop comes upon it. */
  readonly #apiKey: string;

  constructor(options: RatebookOptions) {
    this.#settings = settingsOf(options);
    this.#apiKey = checkedKey(options.apiKey);
  }

  async get<Answer>(path: string, request: unknown, isWhole: IsWhole, signal?: AbortSignal): Promise<Answered<Answer>> {
    const faults = faultsOf(request);
    const [first] = faults;
    if (first !== undefined) {
      throw new RatebookError({ kind: "invalid_request", message: first.message, faults, attempts: 0 });
    }
    const query = queryText(request as Fields);
    const url = `${this.#settings.api}${path}${query === "" ? "" : `?${query}`}`;
    return await this.#answered(this.#sent("GET", url, null), isWhole, signal);
  }

  async post<Answer>(path: string, body: string, isWhole: IsWhole, signal?: AbortSignal): Promise<Answered<Answer>> {
    return await this.#answered(this.#sent("POST", `${this.#settings.api}${path}`, body), isWhole, signal);
  }

  #sent(method: Sent["method"], url: string, body: string | null): Sent {
    const headers = { accept: "application/json", authorization: `Bearer ${this.#apiKey}` };
    return { method, url, body, headers: body === null ? headers : { ...headers, "content-type": "application/json" } };
  }

  async #answered<Answer>(sent: Sent, isWhole: IsWhole, signal: AbortSignal | undefined): Promise<Answered<Answer>> {
    const { attempts: attemptsMax, clock } = this.#settings;
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await this.#tried(sent, isWhole, signal);
      if (outcome.kind === "read") return { answer: outcome.json as Answer, ...outcome.about };
      const seconds = attempts < attemptsMax ? waitSeconds(outcome, attempts) : null;
      if (seconds === null) throw this.#error(outcome, attempts);
      if (!(await waited(clock, seconds * 1000, signal))) throw this.#error(ABORTED, attempts);
    }
  }

  async #tried(sent: Sent, isWhole: IsWhole, signal: AbortSignal | undefined) {
    const arrived = await attempt(sent, this.#settings, signal);
    if (arrived.kind !== "arrived") return arrived;
    const now = this.#settings.clock.now();
    const read = readAnswer(arrived, now);
    return read.kind === "read" && !isWhole(read.json) ? unexpected(arrived, now) : read;
  }

  /** Whatever stands between may send back what it was sent; the key goes no further from here. */
  #error(told: Untold, attempts: number): RatebookError {
    const withoutKey = (_name: string, value: unknown) =>
      typeof value === "string" ? value.replaceAll(this.#apiKey, "[API key]") : value;
    return new RatebookError(JSON.parse(JSON.stringify({ ...told, attempts }), withoutKey) as Failure);
  }
}
