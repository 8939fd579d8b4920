/** What is not as it was built, where, and what helps. */
export interface ReleaseFinding {
  readonly where: string;
  readonly what: string;
  readonly remedy: string;
}

/** Findings that are listed. A file of random bytes has as many as it has rows; the first ones tell as much. */
const LISTED_MAX = 100;

const COPY_AGAIN = 'Copy the file again, or rebuild it with "ratebook build".';

/** Findings in the order in which they were made. */
export class Findings {
  readonly #listed: ReleaseFinding[] = [];
  #count = 0;

  add(where: string, what: string, remedy: string = COPY_AGAIN): void {
    this.#count += 1;
    if (this.#listed.length < LISTED_MAX) this.#listed.push({ where, what, remedy });
  }

  get listed(): readonly ReleaseFinding[] {
    return this.#listed;
  }

  /** All of them, those that are not listed included. */
  get count(): number {
    return this.#count;
  }
}

export function findingText({ where, what, remedy }: ReleaseFinding): string {
  return `${where}: ${what}. ${remedy}`.trimEnd();
}
