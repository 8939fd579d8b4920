/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

import type { Answered, CallOptions } from "../answer.ts";
import type { AnswerTo, RequestFor, SettingOf, StateCode } from "../lookups.ts";
import type { ANSWERS } from "./service.ts";
import type { Coverage, CoverageRequest, ReleaseDiff, ReleaseDiffRequest, Releases } from "./shared.ts";

/** The answers, by the names of their methods. */
export type AnswerName = keyof typeof ANSWERS;

/** Sends a request for an answer about a lookup; about all states where there is none. */
export type SendRequest = (
  name: AnswerName,
  lookup: { readonly state: StateCode; readonly setting: string } | null,
  request: unknown,
  options: CallOptions,
) => Promise<Answered<unknown>>;

/** The calls of the answers about a lookup and about all states. */
export class DeclaredAnswers {
  readonly #send: SendRequest;

  constructor(send: SendRequest) {
    this.#send = send;
  }

  /** Answer one rate lookup: a result for each provider and rate that matches, and at least one. */
  price<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "price">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "price">>> {
    return this.#send("price", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "price">>
    >;
  }

  /** Answer one rate lookup with every step, figure and source of its prices. */
  explain<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "explain">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "explain">>> {
    return this.#send("explain", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "explain">>
    >;
  }

  /** Tell the price of one lookup in every published period, and what changed. */
  history<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "history">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "history">>> {
    return this.#send("history", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "history">>
    >;
  }

  /** Compare one code over providers, or one provider over codes. */
  compare<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "compare">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "compare">>> {
    return this.#send("compare", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "compare">>
    >;
  }

  /** Tell what else could be sent with one lookup, and what it would do to its price. */
  options<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "options">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "options">>> {
    return this.#send("options", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "options">>
    >;
  }

  /** Price one lookup with your figures in place of published ones, and show what differs. */
  whatIf<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "whatIf">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "whatIf">>> {
    return this.#send("whatIf", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "whatIf">>
    >;
  }

  /** Answer one rate lookup beside what Medicare pays for the same. */
  benchmark<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "benchmark">,
    options: CallOptions = {},
  ): Promise<Answered<AnswerTo<State, Setting, "benchmark">>> {
    return this.#send("benchmark", { state, setting }, request, options) as Promise<
      Answered<AnswerTo<State, Setting, "benchmark">>
    >;
  }

  /** What the loaded data covers. */
  coverage(request: CoverageRequest = {}, options: CallOptions = {}): Promise<Answered<Coverage>> {
    return this.#send("coverage", null, request, options) as Promise<Answered<Coverage>>;
  }

  /** The releases that can be compared. */
  releases(options: CallOptions = {}): Promise<Answered<Releases>> {
    return this.#send("releases", null, {}, options) as Promise<Answered<Releases>>;
  }

  /** What changed from one release to another. */
  releaseDiff(request: ReleaseDiffRequest = {}, options: CallOptions = {}): Promise<Answered<ReleaseDiff>> {
    return this.#send("releaseDiff", null, request, options) as Promise<Answered<ReleaseDiff>>;
  }
}
