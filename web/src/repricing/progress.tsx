import { useEffect } from "preact/hooks";
import { plural } from "../../../src/core/text/plural.ts";

interface ProgressProps {
  readonly what: string;
  /** Null: how far it is cannot be said. */
  readonly done: number | null;
  readonly total: number;
  readonly detail: string;
}

/** How far something is, as a bar and in words. */
export function Progress({ what, done, total, detail }: ProgressProps) {
  return (
    <div class="progress">
      <p role="status">{what} ...</p>
      <progress aria-label={what} {...(done === null ? {} : { value: done })} max={Math.max(total, 1)} />
      <p class="hint">{detail}</p>
    </div>
  );
}

/** Before this, a guess would only jump. */
const GUESSED_AFTER_MILLISECONDS = 2_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** "about 40 seconds left", from how far it came in how long; empty where that says nothing. */
export function timeLeftText(elapsedMilliseconds: number, done: number, total: number): string {
  if (elapsedMilliseconds < GUESSED_AFTER_MILLISECONDS || done <= 0 || total <= done) return "";
  const left = (elapsedMilliseconds * (total - done)) / done;
  if (left < 2 * SECOND) return "almost done";
  if (left < MINUTE) return `about ${Math.ceil(left / SECOND / 5) * 5} seconds left`;
  const minutes = Math.ceil(left / MINUTE);
  return `about ${minutes} ${plural(minutes, "minute", "minutes")} left`;
}

/** The browser asks for confirmation before the page is left or reloaded while work could be lost. */
export function useLeaveWarning(isAtWork: boolean): void {
  useEffect(() => {
    if (!isAtWork) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isAtWork]);
}
