import { Component, type ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Pace, Problem } from "../api/ask.ts";
import { inPageWords } from "../words/problem.ts";

interface NoticeProps {
  readonly title: string;
  readonly kind?: "fault" | "plain";
  readonly children?: ComponentChildren;
}

/** Something to know before going on: a title, what it is about, what helps. */
export function Notice({ title, kind = "plain", children }: NoticeProps) {
  return (
    <section class={`notice notice-${kind}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ProblemNoticeProps {
  readonly problem: Problem;
  /** The words of the view; those of the page where it has none of its own. */
  readonly inWords?: (problem: Problem) => Problem;
  /** The id of the control of a field of the request, so that its fault can be linked to it. */
  readonly controlOf?: (field: string) => string | null;
  readonly onAgain?: () => void;
}

/** A problem in the reader's words, each fault leading to its field. It takes the focus, so that it is read out. */
export function ProblemNotice({ problem, inWords = inPageWords, controlOf = () => null, onAgain }: ProblemNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [problem]);
  const { title, detail, errors = [] } = inWords(problem);
  const faults = errors.map((fault) => ({
    ...fault,
    control: controlOf(fault.field),
  }));
  return (
    <div ref={place} tabIndex={-1} role="alert" class="notice notice-fault">
      <h2>{title}</h2>
      {faults.length === 0 ? <p>{detail}</p> : null}
      {faults.length === 0 ? null : (
        <ul>
          {faults.map(({ message, control }) => (
            <li key={message}>{control === null ? message : <a href={`#${control}`}>{message}</a>}</li>
          ))}
        </ul>
      )}
      {onAgain === undefined ? null : (
        <button type="button" onClick={onAgain}>
          Try again
        </button>
      )}
    </div>
  );
}

interface QuietProblemProps {
  readonly problem: Problem;
  /** What is missing because of it, as the beginning of a sentence: "There is no history". */
  readonly what: string;
  readonly inWords?: (problem: Problem) => Problem;
  readonly onAgain: () => void;
}

/** A problem of a section that the reader did not request: shown in its place, without taking the focus from the answer. */
export function QuietProblem({ problem, what, inWords = inPageWords, onAgain }: QuietProblemProps) {
  const { title, detail } = inWords(problem);
  return (
    <div class="notice" role="status">
      <p>
        {what}: {title.charAt(0).toLowerCase() + title.slice(1)}. {detail}
      </p>
      <button type="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}

interface WaitingProps {
  readonly of: { readonly state: string; readonly pace?: Pace };
  /** What is being done, as a sentence without its full stop: "Looking the price up". */
  readonly what: string;
  /** What is shown until then, as a sentence. */
  readonly meanwhile?: string;
}

/** Shows the activity once it takes longer than a blink. */
export function Waiting({ of, what, meanwhile = "" }: WaitingProps) {
  const isSaid = of.pace !== undefined && of.pace !== "brief";
  return (
    <p class="waiting" role="status">
      {isSaid ? `${what} ...` : ""}
      {of.pace === "slow" ? " It takes longer than usual; it is still at it." : ""}
      {of.pace === "limited" ? " The key has reached its limit; it is asked again in a few seconds." : ""}
      {isSaid && meanwhile !== "" ? ` ${meanwhile}` : ""}
    </p>
  );
}

interface BoundaryProps {
  /** What cannot be shown, as the beginning of a sentence: "The history". */
  readonly what: string;
  /** The subject: another one is tried again. */
  readonly of: string;
  readonly children: ComponentChildren;
}

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps an error in one part of the page from taking down the others. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static override getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.hasFailed && before.of !== this.props.of) this.setState({ hasFailed: false });
  }

  override render() {
    const { what, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Notice title={`${what} cannot be shown`} kind="fault">
        <p>
          The answer was not as this page expects it. If it stays, reload the page; it may be older than the service.
        </p>
        <button type="button" onClick={() => this.setState({ hasFailed: false })}>
          Try again
        </button>
      </Notice>
    );
  }
}
