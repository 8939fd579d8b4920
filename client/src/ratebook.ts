import type { Answered } from "./answer.ts";
import { Connection, type IsWhole } from "./connection.ts";
import type { Contract } from "./generated/contract.ts";
import {
  BATCH_SUFFIX,
  COMPARE_SUFFIX,
  COVERAGE_PATH,
  EXPLAIN_SUFFIX,
  HISTORY_SUFFIX,
  SEARCH_PATH,
} from "./generated/service.ts";
import type { Coverage, CoverageRequest } from "./generated/shared.ts";
import { type LookupPart, ratePath, type SettingOf, type StateCode, statePath } from "./lookups.ts";
import type { RatebookOptions } from "./options.ts";
import { answersAll, type BatchAnswer, type PricedItem, type PriceManyOptions, priceMany } from "./price-many.ts";

/** What every call may be given besides its request. */
export interface CallOptions {
  /** Ends the call at once, whatever it is doing. */
  readonly signal?: AbortSignal;
}

/** A Ratebook service. It keeps nothing between calls: one is enough for a program. */
export class Ratebook {
  readonly #connection: Connection;

  constructor(options: RatebookOptions) {
    this.#connection = new Connection(options);
  }

  /** What one service or stay is paid: a result for each provider and rate that match, and at least one. */
  price<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: LookupPart<State, Setting, "request">,
    { signal }: CallOptions = {},
  ): Promise<Answered<readonly LookupPart<State, Setting, "result">[]>> {
    return this.#get(() => ratePath(state, setting), request, isFilledList, signal);
  }

  /** The same for any number of lookups, in their order. A faulty one is refused by itself. */
  priceMany<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    requests: Iterable<LookupPart<State, Setting, "request">> | AsyncIterable<LookupPart<State, Setting, "request">>,
    options: PriceManyOptions = {},
  ): AsyncGenerator<
    PricedItem<LookupPart<State, Setting, "request">, LookupPart<State, Setting, "result">>,
    void,
    undefined
  > {
    const path = `${ratePath(state, setting)}${BATCH_SUFFIX}`;
    return priceMany(
      requests,
      (body, size, signal) =>
        this.#connection.post<BatchAnswer<LookupPart<State, Setting, "result">>>(
          path,
          body,
          (json) => answersAll(json, size),
          signal,
        ),
      options,
    );
  }

  /** A price with the record of its calculation: every step, figure, row and publication. */
  explain<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: LookupPart<State, Setting, "request">,
    { signal }: CallOptions = {},
  ): Promise<Answered<LookupPart<State, Setting, "explanation">>> {
    return this.#get(() => `${ratePath(state, setting)}${EXPLAIN_SUFFIX}`, request, has("explanations"), signal);
  }

  /** A price in every published period, the newest first: one page, of which `next_to` leads to the next. */
  history<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: LookupPart<State, Setting, "historyRequest">,
    { signal }: CallOptions = {},
  ): Promise<Answered<LookupPart<State, Setting, "history">>> {
    return this.#get(() => `${ratePath(state, setting)}${HISTORY_SUFFIX}`, request, has("periods"), signal);
  }

  /** All pages of a history, one after the other. */
  async *historyPages<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: LookupPart<State, Setting, "historyRequest">,
    options: CallOptions = {},
  ): AsyncGenerator<Answered<LookupPart<State, Setting, "history">>, void, undefined> {
    const path = () => `${ratePath(state, setting)}${HISTORY_SUFFIX}`;
    for (let asked = request as object; ; ) {
      const page = await this.#get<LookupPart<State, Setting, "history">>(path, asked, has("periods"), options.signal);
      yield page;
      const { next_to: to } = page.answer as { readonly next_to: string | null };
      if (to === null) return;
      asked = { ...asked, to };
    }
  }

  /** One code over many providers, or many codes at one. */
  compare<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: LookupPart<State, Setting, "comparisonRequest">,
    { signal }: CallOptions = {},
  ): Promise<Answered<LookupPart<State, Setting, "comparison">>> {
    return this.#get(() => `${ratePath(state, setting)}${COMPARE_SUFFIX}`, request, has("members"), signal);
  }

  /** The providers of a state by name, identifiers and filters. */
  searchProviders<State extends StateCode>(
    state: State,
    request: Contract[State]["searchRequest"],
    { signal }: CallOptions = {},
  ): Promise<Answered<Contract[State]["providers"]>> {
    return this.#get(() => `${statePath(state)}${SEARCH_PATH}`, request, has("providers"), signal);
  }

  /** What the loaded data covers, as far as the key may know. */
  coverage(request: CoverageRequest = {}, { signal }: CallOptions = {}): Promise<Answered<Coverage>> {
    return this.#get(() => COVERAGE_PATH, request, has("states"), signal);
  }

  /** A state or setting that is none rejects, as everything else that goes wrong does. */
  async #get<Answer>(path: () => string, request: unknown, isWhole: IsWhole, signal: AbortSignal | undefined) {
    return await this.#connection.get<Answer>(path(), request, isWhole, signal);
  }
}

function isFilledList(json: unknown): boolean {
  return Array.isArray(json) && json.length > 0;
}

/** Whether it is an object with a list of that name. */
function has(list: string): IsWhole {
  return (json) => typeof json === "object" && json !== null && Array.isArray(Reflect.get(json, list));
}
