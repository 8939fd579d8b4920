import { sharedClock } from "../soak/shared-clock.ts";

interface Span {
  readonly from: number;
  to: number;
}

/** When something was the case, in milliseconds of the shared clock. A run of an hour has some hundred spans. */
export class Spans {
  readonly #spans: Span[] = [];

  /** It is the case from now on, until the returned function is called. */
  begin(): () => void {
    const span = { from: sharedClock(), to: Number.POSITIVE_INFINITY };
    this.#spans.push(span);
    return () => {
      span.to = sharedClock();
    };
  }

  get isOn(): boolean {
    return this.#spans.some(({ to }) => to === Number.POSITIVE_INFINITY);
  }

  /** Whether it was the case at any time from one moment to another. */
  touches(from: number, to: number): boolean {
    return this.#spans.some((span) => span.from <= to && span.to >= from);
  }
}
