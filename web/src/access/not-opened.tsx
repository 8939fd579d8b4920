import type { Problem } from "../api/problem.ts";
import { ProblemNotice } from "../parts/notice.tsx";

interface NotOpenedProps {
  readonly problem: Problem;
  readonly onAgain: () => void;
}

/** What every view needs could not be had: who is looking, or what can be asked. */
export function NotOpened({ problem, onAgain }: NotOpenedProps) {
  return (
    <section class="access">
      <h1>Ratebook is not there yet</h1>
      <ProblemNotice problem={problem} onAgain={onAgain} />
      <p>Nothing is lost: the address still holds what you asked.</p>
    </section>
  );
}
