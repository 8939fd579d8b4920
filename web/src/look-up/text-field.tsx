import type { ComponentChildren } from "preact";
import { FieldFrame } from "./field-frame.tsx";
import { useTellUnasked } from "./unasked.ts";
import { useDraft } from "./use-draft.ts";

interface TextFieldProps {
  readonly parameter: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly fault: string | undefined;
  readonly asked: string;
  /** What is meant by what was typed: without the white space, signs and lower case that the API would refuse or keep. */
  readonly meant: (typed: string) => string;
  readonly onAsk: (value: string) => void;
  readonly inputMode?: "text" | "numeric" | "decimal";
  readonly isCode?: boolean;
}

/** A line of text. It is asked when it is left or Enter is pressed, and only when it says something else than before. */
export function TextField({ asked, meant, onAsk, inputMode = "text", isCode = false, ...frame }: TextFieldProps) {
  const [draft, setDraft] = useDraft(asked);
  useTellUnasked(frame.parameter, meant(draft) !== asked);
  return (
    <FieldFrame
      {...frame}
      control={(props) => (
        <input
          {...props}
          type="text"
          inputMode={inputMode}
          class={isCode ? "code" : undefined}
          autocomplete="off"
          autocapitalize={isCode ? "characters" : "off"}
          spellcheck={false}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onChange={({ currentTarget }) => {
            // Of the control, which may be ahead of what was drawn.
            const value = meant(currentTarget.value);
            setDraft(value);
            if (value !== asked) onAsk(value);
          }}
        />
      )}
    />
  );
}
