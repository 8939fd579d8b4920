/** What clients know about the usage of their keys. */
export class UsageAccount {
  #certain = 0;
  #unknown = 0;

  answered(lookups: number): void {
    this.#certain += lookups;
  }

  /** A connection broke: they may have been answered and counted, or not. */
  unknown(lookups: number): void {
    this.#unknown += lookups;
  }

  get certain(): number {
    return this.#certain;
  }

  /** What is wrong with what the database has counted, when kills may have cost so much; null when nothing is. */
  problem(counted: number, lossMax: number): string | null {
    const [least, most] = [this.#certain - lossMax, this.#certain + this.#unknown];
    if (counted >= least && counted <= most) return null;
    return `${counted} lookups were counted, clients know of ${this.#certain}: from ${least} to ${most} would be right`;
  }
}
