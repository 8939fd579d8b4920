import type { Problem } from "../api/problem.ts";

interface QuietProblemProps {
  readonly problem: Problem;
  /** What is missing because of it, as the beginning of a sentence: "There is no history". */
  readonly what: string;
  readonly onAgain: () => void;
}

/** A problem of a part that nobody has asked for by name: said in its place, without taking the focus from the answer. */
export function QuietProblem({ problem, what, onAgain }: QuietProblemProps) {
  return (
    <div class="notice" role="status">
      <p>
        {what}: {problem.title.charAt(0).toLowerCase() + problem.title.slice(1)}. {problem.detail}
      </p>
      <button type="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}
