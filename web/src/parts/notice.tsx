import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../api/problem.ts";

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
  /** The id of the control of a field of the request, so that its fault can be linked to it. */
  readonly controlOf?: (field: string) => string | null;
  readonly onAgain?: () => void;
}

/** A problem in the API's own words, each fault leading to its field. It takes the focus, so that it is read out. */
export function ProblemNotice({ problem, controlOf = () => null, onAgain }: ProblemNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [problem]);
  const faults = (problem.errors ?? []).map((fault) => ({
    ...fault,
    control: controlOf(fault.field),
  }));
  return (
    <div ref={place} tabIndex={-1} role="alert" class="notice notice-fault">
      <h2>{problem.title}</h2>
      {faults.length === 0 ? <p>{problem.detail}</p> : null}
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
