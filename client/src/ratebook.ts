import type { Answered, CallOptions } from "./answer.ts";
import { Connection, has, isFilledList } from "./connection.ts";
import { DeclaredAnswers } from "./generated/answers.ts";
import type { Contract } from "./generated/contract.ts";
import { ANSWERS, BATCH_SUFFIX, PRICE_LIST_PATH, SEARCH_PATH } from "./generated/service.ts";
import type { BatchAnswer, PriceList, PriceListRequest, ReleaseDiff, ReleaseDiffRequest } from "./generated/shared.ts";
import {
  type AnswerTo,
  type LookupPart,
  type RequestFor,
  ratePath,
  type SettingOf,
  type StateCode,
  statePath,
} from "./lookups.ts";
import type { RatebookOptions } from "./options.ts";
import { answersAll, type PricedItem, type PriceManyOptions, priceMany } from "./price-many.ts";
import { Repricing } from "./repricing.ts";

/** A Ratebook service. It keeps no state between calls: one is enough for a program. The calls for declared answers are generated. */
export class Ratebook extends DeclaredAnswers {
  readonly repricing: Repricing;
  readonly #connection: Connection;

  constructor(options: RatebookOptions) {
    const connection = new Connection(options);
    super(async (name, lookup, request, callOptions) => {
      const { path, lists } = ANSWERS[name];
      const isWhole = lists === null ? isFilledList : has(...lists);
      const below = lookup === null ? "" : ratePath(lookup.state, lookup.setting);
      return await connection.get(`${below}${path}`, request, isWhole, callOptions);
    });
    this.#connection = connection;
    this.repricing = new Repricing(connection);
  }

  /** The prices of any number of lookups, in their order. An invalid one is refused by itself. */
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
          { signal },
        ),
      options,
    );
  }

  /** All pages of a history, in order. */
  async *historyPages<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "history">,
    options: CallOptions = {},
  ): AsyncGenerator<Answered<AnswerTo<State, Setting, "history">>, void, undefined> {
    for (let next = request; ; ) {
      const page = await this.history(state, setting, next, options);
      yield page;
      const { next_to: to } = page.answer as { readonly next_to: string | null };
      if (to === null) return;
      next = { ...(next as object), to } as typeof request;
    }
  }

  /** The providers of a state by name, identifiers and filters. */
  async searchProviders<State extends StateCode>(
    state: State,
    request: Contract[State]["searchRequest"],
    options: CallOptions = {},
  ): Promise<Answered<Contract[State]["providers"]>> {
    return await this.#connection.get(`${statePath(state)}${SEARCH_PATH}`, request, has("providers"), options);
  }

  /** One page of what a state pays a provider for every code. */
  async priceList(
    state: StateCode,
    request: PriceListRequest,
    options: CallOptions = {},
  ): Promise<Answered<PriceList>> {
    const path = `${statePath(state)}${PRICE_LIST_PATH}`;
    return await this.#connection.get(path, request, has("lines", "not_listed", "warnings"), options);
  }

  /** All pages of a price list, in order. Pages of two releases are no list: compare their `release`. */
  async *priceListPages(
    state: StateCode,
    request: PriceListRequest,
    options: CallOptions = {},
  ): AsyncGenerator<Answered<PriceList>, void, undefined> {
    for (let offset = request.offset; ; ) {
      const page = await this.priceList(state, { ...request, offset }, options);
      yield page;
      if (page.answer.next_offset === null) return;
      offset = page.answer.next_offset;
    }
  }

  /** All pages of the changes from one release to another. */
  async *releaseDiffPages(
    request: ReleaseDiffRequest = {},
    options: CallOptions = {},
  ): AsyncGenerator<Answered<ReleaseDiff>, void, undefined> {
    for (let next = request; ; ) {
      const page = await this.releaseDiff(next, options);
      yield page;
      const { from, to, offset, changes, changes_listed } = page.answer;
      const end = offset + changes.length;
      if (changes.length === 0 || end >= changes_listed) return;
      // By their hashes: another release may be in service by now.
      next = { ...next, from: from.content_hash, to: to.content_hash, offset: end };
    }
  }
}
