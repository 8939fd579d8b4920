import { failure } from "../core/runtime/failure.ts";
import { Outage } from "../core/runtime/repeated-task.ts";
import type { Database } from "../nodes/database/database.ts";
import {
  LEASE_DIVISOR,
  type Lease,
  type LeaseRequest,
  type LimitStore,
  lentFrom,
  SharedClock,
} from "./leased-limits.ts";
import { WINDOW_MILLISECONDS, windowAt } from "./rate-limits.ts";

/** A request waits for this. The database answers within milliseconds; a worker waits 500 ms at most for its node. */
const ANSWER_MILLISECONDS_MAX = 200;

/** While the database is away, one request per interval checks whether it is back; the others do not wait. */
const PROBE_MILLISECONDS = 1_000;

/** Queries that a hanging database leaves without an answer: more wait until one of them has ended. */
const UNANSWERED_MAX = 8;

interface NodeLimitsOptions {
  /** Nodes last seen, this one included: a node alone may use its part of the limit. */
  readonly nodesSeen: () => number;
  /** Called when the node has to do without the database, and when it is back; each once. */
  readonly onAlone?: (error: unknown) => void;
  readonly onTogether?: () => void;
  readonly now?: () => number;
  readonly answerMillisecondsMax?: number;
}

/**
 * The limits of one node among several. It borrows parts of a window from the shared store, and lends them to its workers. It borrows more
 * before it runs dry, so a request waits for the store only when it costs more than the node has left.
 *
 * With every query that decides on requests it returns what it has left, so the store decides with the full picture. Of all the requests of
 * a key, on all nodes, one at most goes beyond the limit.
 */
export class NodeLimits implements LimitStore {
  readonly #store: LimitStore;
  readonly #options: NodeLimitsOptions;
  readonly #now: () => number;
  readonly #clock: SharedClock;
  readonly #outage: Outage;
  /** One account per key in use, all of the current window. */
  readonly #accounts = new Map<string, NodeAccount>();
  #window = 0;
  #probeAt = 0;
  #unanswered = 0;

  constructor(store: LimitStore, options: NodeLimitsOptions) {
    this.#store = store;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#clock = new SharedClock(this.#now);
    const { onAlone = () => {}, onTogether } = options;
    this.#outage = new Outage({ onFailed: onAlone, onWorking: onTogether });
  }

  /** Never rejects, and answers in time whatever the store does. Its workers number windows by the store's clock. */
  lend(request: LeaseRequest): Lease | Promise<Lease> {
    const lease = this.#lend(request);
    return lease instanceof Promise ? lease.then((lent) => this.#withClock(lent)) : this.#withClock(lease);
  }

  #withClock(lease: Lease): Lease {
    return { ...lease, clockMilliseconds: this.#clock.now };
  }

  #lend(request: LeaseRequest): Lease | Promise<Lease> {
    const window = windowAt(this.#clock.now);
    const account = this.#account(request, window);
    // A lease ends with its window.
    if (request.window === window) account.giveBack(request.unused);
    if (this.#outage.isFailing && !this.#isProbeDue()) account.standAlone();
    if (account.isAlone) return this.#lendAlone(account, request);
    if (!account.isDeciding && account.waiting.length === 0) {
      const lease = account.lendFromStock(request);
      if (lease !== null) {
        if (account.isLow && !account.isAsking) void this.#borrowAhead(account);
        return lease;
      }
    }
    return new Promise((decide) => {
      account.waiting.push({ request, decide });
      if (!account.isAsking) void this.#decideAll(account);
    });
  }

  #account({ keyId, limit }: Pick<LeaseRequest, "keyId" | "limit">, window: number): NodeAccount {
    if (window !== this.#window) {
      this.#window = window;
      this.#accounts.clear();
    }
    let account = this.#accounts.get(keyId);
    if (account === undefined) {
      account = new NodeAccount(keyId, limit, window);
      this.#accounts.set(keyId, account);
    }
    return account;
  }

  /** The account of an answer: the store may be in another window than the node was when it sent the query. */
  #answeredAccount(account: NodeAccount, { window }: Lease): NodeAccount {
    if (window === account.window) return account;
    const isCurrent = window === windowAt(this.#clock.now);
    // A lease of another window is not kept.
    return isCurrent ? this.#account(account, window) : new NodeAccount(account.keyId, account.limit, window);
  }

  #lendAlone(account: NodeAccount, request: LeaseRequest): Lease {
    const share = Math.max(1, Math.floor(account.limit / Math.max(1, this.#options.nodesSeen())));
    return account.lendAlone(request, share);
  }

  async #borrowAhead(account: NodeAccount): Promise<void> {
    account.isAsking = true;
    const question = account.questionAhead;
    const lease = await this.#answer(question);
    if (lease === null) account.standAlone();
    else if (!account.isAlone) this.#answeredAccount(account, lease).take(question, lease);
    await this.#decideAll(account);
  }

  /** Workers that arrive while the store decides are sent to it together, in the next query. */
  async #decideAll(account: NodeAccount): Promise<void> {
    account.isAsking = true;
    account.isDeciding = true;
    while (account.waiting.length > 0) {
      const waiting = account.waiting;
      account.waiting = [];
      const undecided = waiting.filter(({ request, decide }) => {
        const lease = account.isAlone ? this.#lendAlone(account, request) : account.lendFromStock(request);
        if (lease !== null) decide(lease);
        return lease === null;
      });
      if (undecided.length === 0) continue;
      const question = account.questionOf(undecided);
      const lease = await this.#answer(question);
      // Another worker's request may have switched it to standing alone meanwhile.
      if (lease === null || account.isAlone) {
        account.standAlone();
        for (const { request, decide } of undecided) decide(this.#lendAlone(account, request));
      } else {
        const answered = this.#answeredAccount(account, lease);
        answered.take(question, lease);
        answered.resolve(undecided, question, lease);
      }
    }
    account.isAsking = false;
    account.isDeciding = false;
  }

  async #answer(question: LeaseRequest): Promise<Lease | null> {
    if (this.#outage.isFailing && !this.#isProbeDue()) return null;
    this.#probeAt = this.#now() + PROBE_MILLISECONDS;
    this.#unanswered += 1;
    const { promise, resolve } = Promise.withResolvers<Lease | { readonly error: unknown }>();
    const late = failure("The database has not answered in time.");
    // A process that was busy for so long reads the answer first, if there is one.
    const deadline = setTimeout(() => setImmediate(resolve, { error: late }), this.#patience);
    const sentAt = this.#now();
    void this.#query(question).then(resolve);
    const answer = await promise;
    clearTimeout(deadline);
    if ("error" in answer) this.#outage.failed(answer.error);
    else {
      if (answer.clockMilliseconds !== undefined) this.#clock.hear(answer.clockMilliseconds, sentAt);
      this.#outage.works();
    }
    return "error" in answer ? null : answer;
  }

  async #query(question: LeaseRequest): Promise<Lease | { readonly error: unknown }> {
    try {
      return await this.#store.lend(question);
    } catch (error) {
      return { error };
    } finally {
      this.#unanswered -= 1;
    }
  }

  get #patience(): number {
    return this.#options.answerMillisecondsMax ?? ANSWER_MILLISECONDS_MAX;
  }

  #isProbeDue(): boolean {
    return this.#now() >= this.#probeAt && this.#unanswered < UNANSWERED_MAX;
  }
}

/** A worker's share of what its node has borrowed: the other workers need some soon. */
const WORKER_DIVISOR = 4;

/** A worker that waits for the database's decision. */
interface WaitingWorker {
  readonly request: LeaseRequest;
  readonly decide: (lease: Lease) => void;
}

/** What a node knows about one key in one window: what it has borrowed for it, and who waits. */
class NodeAccount {
  readonly keyId: string;
  readonly limit: number;
  readonly window: number;
  waiting: WaitingWorker[] = [];
  /** A query is under way: to decide on waiting requests, or to borrow in advance. */
  isAsking = false;
  isDeciding = false;
  /** Borrowed and not lent. */
  #stock = 0;
  /** Borrowed in all, whether it is used, lent or in stock. */
  #borrowed = 0;
  #lastLease = 0;
  /** Left for everyone, as last heard. */
  #remaining: number;
  /** Requests were refused: that does not change before the window ends. */
  #isExhausted = false;
  /** What is left is too little to be lent in advance. */
  #isScarce = false;
  /** What the node has used of its own share while the database is away; null while it is there. */
  #usedAlone: number | null = null;

  constructor(keyId: string, limit: number, window: number) {
    this.keyId = keyId;
    this.limit = limit;
    this.window = window;
    this.#remaining = limit;
  }

  get isAlone(): boolean {
    return this.#usedAlone !== null;
  }

  /** More is to be borrowed before the stock runs dry. */
  get isLow(): boolean {
    return !this.#isScarce && !this.#isExhausted && this.#stock <= this.#lastLease / 2;
  }

  giveBack(unused: number): void {
    if (this.#usedAlone === null) this.#stock += unused;
    else this.#usedAlone -= unused;
  }

  /** Lends from the stock; null when the database has to decide. */
  lendFromStock({ further, costs }: LeaseRequest): Lease | null {
    const cost = total(further) + total(costs);
    if (this.#stock > 0 && cost <= this.#stock) {
      this.#stock -= cost;
      return this.#lease(further.length + costs.length);
    }
    // A key that was admitted before may be admitted still: only the database knows.
    return this.#isExhausted && this.#stock === 0 && further.length === 0 ? this.#lease(0) : null;
  }

  /** The query for all waiting requests. It returns the stock, so that the database decides with the full picture. */
  questionOf(workers: readonly WaitingWorker[]): LeaseRequest {
    const { keyId, limit, window } = this;
    const further = workers.flatMap(({ request }) => request.further);
    const costs = workers.flatMap(({ request }) => request.costs);
    return { keyId, limit, window, unused: this.#stock, further, costs };
  }

  get questionAhead(): LeaseRequest {
    const { keyId, limit, window } = this;
    return { keyId, limit, window, unused: 0, further: [], costs: [] };
  }

  take(question: LeaseRequest, { admitted, lookups, remaining }: Lease): void {
    const { further, costs } = question;
    // Nothing of another window is returned.
    const unused = question.window === this.window ? question.unused : 0;
    const requests = [...further, ...costs];
    this.#borrowed += total(requests.slice(0, admitted)) + lookups - unused;
    this.#stock += lookups - unused;
    this.#lastLease = lookups;
    this.#remaining = remaining;
    this.#isScarce ||= lookups === 0;
    this.#isExhausted ||= admitted < requests.length;
  }

  /** Resolves the waiting requests with the decision: the first so many of all `further`, then of all `costs`. */
  resolve(workers: readonly WaitingWorker[], { further }: LeaseRequest, { admitted }: Lease): void {
    let furtherLeft = admitted;
    let costsLeft = admitted - further.length;
    for (const { request, decide } of workers) {
      const ofFurther = Math.min(request.further.length, Math.max(0, furtherLeft));
      const ofCosts = Math.min(request.costs.length, Math.max(0, costsLeft));
      furtherLeft -= request.further.length;
      costsLeft -= request.costs.length;
      decide(this.#lease(ofFurther + ofCosts));
    }
  }

  /** From now on the node decides by itself, until the window ends: its use so far counts towards its share. */
  standAlone(): void {
    if (this.#usedAlone !== null) return;
    this.#usedAlone = this.#borrowed - this.#stock;
    this.#stock = 0;
  }

  /** Lends from the node's own share of the limit. */
  lendAlone({ further, costs }: LeaseRequest, share: number): Lease {
    const { lease, used } = lentFrom(this.#usedAlone ?? 0, { limit: share, further, costs }, this.window);
    this.#usedAlone = used;
    return lease;
  }

  #lease(admitted: number): Lease {
    const lookups = Math.floor(this.#stock / WORKER_DIVISOR);
    this.#stock -= lookups;
    return { window: this.window, admitted, lookups, remaining: this.#remaining + this.#stock };
  }
}

function total(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** A lease as the database answers: its large numbers are texts. */
interface Lent {
  readonly milliseconds: string;
  readonly number: string;
  readonly admitted: number;
  readonly lookups: string;
  readonly remaining: string;
}

type Fragment = ReturnType<Database["sql"]>;

/** Whole milliseconds since 1970, by the clock of the database. */
function databaseClock({ sql }: Database): Fragment {
  return sql`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
}

/**
 * The limits of all nodes, in the shared database; one statement per lease (`database/schema.ts`). Its clock decides the window,
 * whatever the clocks of the nodes show.
 */
export class PostgresLimitStore implements LimitStore {
  readonly #database: Database;
  readonly #isReady: () => Promise<void>;
  readonly #clock: (database: Database) => Fragment;

  /** `isReady` resolves when the schema exists; called before every query. */
  constructor(database: Database, isReady: () => Promise<void> = async () => {}, clock = databaseClock) {
    this.#database = database;
    this.#isReady = isReady;
    this.#clock = clock;
  }

  async lend({ keyId, limit, window, unused, further, costs }: LeaseRequest): Promise<Lease> {
    await this.#isReady();
    // A lease ends with its window.
    const [lent] = await this.#database.sql<[Lent]>`
      WITH clock AS MATERIALIZED (SELECT ${this.#clock(this.#database)} AS milliseconds),
        current AS MATERIALIZED (SELECT milliseconds, milliseconds / ${WINDOW_MILLISECONDS}::bigint AS number FROM clock)
      SELECT milliseconds, number, admitted, lookups, remaining FROM current, LATERAL lend(
        ${keyId}, number, ${limit}, CASE WHEN number = ${window} THEN ${unused}::bigint ELSE 0 END,
        ${[...further]}::bigint[], ${[...costs]}::bigint[], ${LEASE_DIVISOR}, ${WINDOW_MILLISECONDS})`;
    return {
      window: Number(lent.number),
      clockMilliseconds: Number(lent.milliseconds),
      admitted: lent.admitted,
      lookups: Number(lent.lookups),
      remaining: Number(lent.remaining),
    };
  }
}
