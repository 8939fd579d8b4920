import { useEffect, useRef, useState } from "preact/hooks";

/** What stands in a text field: what was asked, until someone types; and again when another lookup is shown. */
export function useDraft(asked: string): readonly [draft: string, setDraft: (text: string) => void] {
  const [draft, setDraft] = useState(asked);
  const shown = useRef(asked);
  useEffect(() => {
    // Not when the field first appears: whoever types at once would lose it.
    if (shown.current !== asked) setDraft(asked);
    shown.current = asked;
  }, [asked]);
  return [draft, setDraft];
}
