import type { Outbox, UsageBatch } from "./outbox.ts";
import type { Receipt } from "./postgres-usage-store.ts";

/** The database has what was counted a second later. */
const FORWARD_MILLISECONDS = 1_000;

/** A database that does not answer when a server stops is not waited for: what it has not got is sent at the next start. */
const LAST_MILLISECONDS_MAX = 2_000;

interface ForwardingListener {
  /** Usage does not arrive; told once, until it does again. It is kept in the home meanwhile. */
  readonly onUnsent: (error: unknown) => void;
  readonly onSentAgain: () => void;
  /** Another file uses the same numbers: from now on this one sends under another name. */
  readonly onRenewed: () => void;
}

/** Sends the usage of a node to the database of all, batch by batch; sending is idempotent: a batch counts once, however often it was sent. */
export class UsageForwarder {
  readonly #open: () => Outbox | null;
  readonly #receive: (batch: UsageBatch) => Promise<Receipt>;
  readonly #listener: ForwardingListener;
  #outbox: Outbox | null = null;
  #timer: NodeJS.Timeout | null = null;
  #forwarding: Promise<void> | null = null;
  #isUnsent = false;

  /** `open` gives null while another server sends from the same home, and is asked again. */
  constructor(
    open: () => Outbox | null,
    receive: (batch: UsageBatch) => Promise<Receipt>,
    listener: ForwardingListener,
  ) {
    this.#open = open;
    this.#receive = receive;
    this.#listener = listener;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.forward(), FORWARD_MILLISECONDS).unref();
  }

  /** Sends all that there is, or up to the first batch that does not arrive. One at a time; never throws. */
  forward(): Promise<void> {
    this.#forwarding ??= this.#forwardAll().finally(() => {
      this.#forwarding = null;
    });
    return this.#forwarding;
  }

  /** Sends what is left, if the database answers. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const last = Promise.withResolvers<void>();
    const deadline = setTimeout(last.resolve, LAST_MILLISECONDS_MAX);
    // What is under way began before the last counts were written.
    await Promise.race([(this.#forwarding ?? Promise.resolve()).then(() => this.forward()), last.promise]);
    clearTimeout(deadline);
    this.#letGo();
  }

  async #forwardAll(): Promise<void> {
    try {
      this.#outbox ??= this.#open();
      // It is let go while a receipt is under way when the server stops.
      for (let batch = this.#next(); batch !== null; batch = this.#next()) {
        const receipt = await this.#receive(batch);
        if (receipt !== "number of another") this.#outbox?.remove(batch);
        else if (this.#outbox?.renewSender(batch)) this.#listener.onRenewed();
      }
      this.#sent();
    } catch (error) {
      this.#unsent(error);
    }
  }

  #next(): UsageBatch | null {
    return this.#outbox?.next() ?? null;
  }

  #sent(): void {
    if (!this.#isUnsent) return;
    this.#isUnsent = false;
    this.#listener.onSentAgain();
  }

  #unsent(error: unknown): void {
    this.#letGo();
    if (this.#isUnsent) return;
    this.#isUnsent = true;
    this.#listener.onUnsent(error);
  }

  #letGo(): void {
    this.#outbox?.close();
    this.#outbox = null;
  }
}
