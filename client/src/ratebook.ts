import type { Answered, CallOptions } from "./answer.ts";
import { Connection, has, type IsWhole, isFilledList } from "./connection.ts";
import {
  type AnswerAt,
  type AnswerTo,
  type RequestAt,
  type RequestFor,
  type ResultOf,
  ratePath,
  type SettingOf,
  type StateCode,
  statePath,
} from "./lookups.ts";
import type { RatebookOptions } from "./options.ts";
import { answersAll, type BatchAnswer, type PricedItem, type PriceManyOptions, priceMany } from "./price-many.ts";
import { Repricing } from "./repricing.ts";

/** A call for an answer about a lookup. */
export type LookupCall<Suffix extends string> = <State extends StateCode, Setting extends SettingOf<State>>(
  state: State,
  setting: Setting,
  request: RequestFor<State, Setting, Suffix>,
  options?: CallOptions,
) => Promise<Answered<AnswerTo<State, Setting, Suffix>>>;

type PriceListRequest<State extends StateCode> = RequestAt<`/${State}/price-list`>;
type PriceList<State extends StateCode> = AnswerAt<`/${State}/price-list`>;

/** A Ratebook service. It keeps no state between calls: one is enough for a program. */
export class Ratebook {
  readonly repricing: Repricing;
  readonly #connection: Connection;

  /** One rate lookup: a result for each provider and rate that matches, and at least one. */
  readonly price: LookupCall<""> = this.#lookupCall("", isFilledList);
  /** One rate lookup with every step, figure and source of its prices. */
  readonly explain: LookupCall<"/explain"> = this.#lookupCall("/explain", has("explanations"));
  /** The price of one lookup in every published period, and what changed. */
  readonly history: LookupCall<"/history"> = this.#lookupCall("/history", has("periods"));
  /** One code over providers, or one provider over codes. */
  readonly compare: LookupCall<"/compare"> = this.#lookupCall("/compare", has("statistics", "members"));
  /** What else could be sent with one lookup, and what it would do to its price. */
  readonly options: LookupCall<"/options"> = this.#lookupCall("/options", has("parameters"));
  /** One lookup with your figures in place of published ones, and what differs. */
  readonly whatIf: LookupCall<"/what-if"> = this.#lookupCall("/what-if", has("results", "figures"));
  /** One rate lookup beside what Medicare pays for the same. */
  readonly benchmark: LookupCall<"/benchmark"> = this.#lookupCall("/benchmark", has("results"));

  constructor(options: RatebookOptions) {
    this.#connection = new Connection(options);
    this.repricing = new Repricing(this.#connection);
  }

  #lookupCall<Suffix extends string>(suffix: Suffix, isWhole: IsWhole): LookupCall<Suffix> {
    return async (state, setting, request, options = {}) =>
      await this.#connection.get(`${ratePath(state, setting)}${suffix}`, request, isWhole, options);
  }

  /** The prices of any number of lookups, in their order. An invalid one is refused by itself. */
  priceMany<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    requests: Iterable<RequestFor<State, Setting>> | AsyncIterable<RequestFor<State, Setting>>,
    options: PriceManyOptions = {},
  ): AsyncGenerator<PricedItem<RequestFor<State, Setting>, ResultOf<State, Setting>>, void, undefined> {
    const path = `${ratePath(state, setting)}/batch`;
    return priceMany(
      requests,
      (body, size, signal) =>
        this.#connection.post<BatchAnswer<ResultOf<State, Setting>>>(path, body, (json) => answersAll(json, size), {
          signal,
        }),
      options,
    );
  }

  /** All pages of a history, in order. */
  async *historyPages<State extends StateCode, Setting extends SettingOf<State>>(
    state: State,
    setting: Setting,
    request: RequestFor<State, Setting, "/history">,
    options: CallOptions = {},
  ): AsyncGenerator<Answered<AnswerTo<State, Setting, "/history">>, void, undefined> {
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
    request: RequestAt<`/${State}/providers/search`>,
    options: CallOptions = {},
  ): Promise<Answered<AnswerAt<`/${State}/providers/search`>>> {
    return await this.#connection.get(`${statePath(state)}/providers/search`, request, has("providers"), options);
  }

  /** One page of what a state pays a provider for every code. */
  async priceList<State extends StateCode>(
    state: State,
    request: PriceListRequest<State>,
    options: CallOptions = {},
  ): Promise<Answered<PriceList<State>>> {
    const isWhole = has("lines", "not_listed", "warnings");
    return await this.#connection.get(`${statePath(state)}/price-list`, request, isWhole, options);
  }

  /** All pages of a price list, in order. Pages of two releases are no list: compare their `release`. */
  async *priceListPages<State extends StateCode>(
    state: State,
    request: PriceListRequest<State>,
    options: CallOptions = {},
  ): AsyncGenerator<Answered<PriceList<State>>, void, undefined> {
    for (let next = request; ; ) {
      const page = await this.priceList(state, next, options);
      yield page;
      const { next_offset: offset } = page.answer as { readonly next_offset: number | null };
      if (offset === null) return;
      next = { ...(next as object), offset } as typeof request;
    }
  }

  /** What the loaded data covers. */
  async coverage(
    request: RequestAt<"/coverage"> = {},
    options: CallOptions = {},
  ): Promise<Answered<AnswerAt<"/coverage">>> {
    return await this.#connection.get("/coverage", request, has("states", "not_held", "common"), options);
  }

  /** The releases that can be compared. */
  async releases(options: CallOptions = {}): Promise<Answered<AnswerAt<"/releases">>> {
    return await this.#connection.get("/releases", {}, has("releases"), options);
  }

  /** One page of the changes from one release to another. */
  async releaseDiff(
    request: RequestAt<"/releases/diff"> = {},
    options: CallOptions = {},
  ): Promise<Answered<AnswerAt<"/releases/diff">>> {
    return await this.#connection.get("/releases/diff", request, has("tables", "changes"), options);
  }

  /** All pages of the changes from one release to another. */
  async *releaseDiffPages(
    request: RequestAt<"/releases/diff"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Answered<AnswerAt<"/releases/diff">>, void, undefined> {
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
