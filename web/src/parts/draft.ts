import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Draft {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** Looks a value up. What the reader types before its lookup is shown stays. */
  readonly send: (value: string) => void;
}

/** The text of a field: the looked-up value until the reader types; reset when another lookup is shown. */
export function useDraft(submitted: string, onAsk: (value: string) => void): Draft {
  const [draft, setDraft] = useState(submitted);
  const known = useRef(submitted);
  // Before the next event: a reader who types at once would lose the text to a reset that comes after painting.
  useLayoutEffect(() => {
    if (known.current !== submitted) setDraft(submitted);
    known.current = submitted;
  }, [submitted]);
  const send = (value: string) => {
    known.current = value;
    setDraft(value);
    onAsk(value);
  };
  return { draft, setDraft, send };
}
