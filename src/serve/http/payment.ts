import type { Admission, RateLimits } from "../../keys/rate-limits.ts";
import { writeRateLimit } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";

/** What an answer of several lookups pays before the first of them: all but the one that was charged on arrival (`access.ts`). */
export class Payment {
  readonly #exchange: Exchange;
  readonly #limits: RateLimits;
  #refusal: Admission | null = null;

  constructor(exchange: Exchange, { limits }: AppDependencies) {
    this.#exchange = exchange;
    this.#limits = limits;
  }

  /** Why the lookups are not answered; null when they are. */
  get refusal(): Admission | null {
    return this.#refusal;
  }

  async isAdmitted(lookups: number): Promise<boolean> {
    const { key } = this.#exchange;
    if (key === null || lookups <= 1) return true;
    const admission = await this.#limits.takeFurther(key, lookups - 1);
    writeRateLimit(this.#exchange, admission);
    if (!admission.admitted) this.#refusal = admission;
    return admission.admitted;
  }
}
