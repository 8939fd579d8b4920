import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dayAt, parseDay } from "../../../src/core/calendar/day.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { shownDay, typedDay } from "../words/typed-day.ts";
import "./day-input.css";

/** What a field with a day holds: what it was given, something that is still being typed, or something that is no day. */
export interface DayEntry {
  readonly text: string;
  /** Why what was entered cannot be read; said once the field is left, since half a day is normal while it is typed. */
  readonly fault: string | undefined;
  /** Whether the text means another day than the one that was given, or none. */
  readonly isOther: boolean;
  readonly type: (text: string) => void;
  /** The field is left, or Enter pressed: a day is handed on, all else is refused. */
  readonly leave: (text: string) => void;
}

/** The text of a field for a day. `given`: the day as it is known, in ISO; `of`: when it changes, what was typed is forgotten. */
export function useDayEntry(given: string, of: string, onDay: (day: string) => void): DayEntry {
  const known = parseDay(given) ?? given;
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const reset = () => {
    setTyped(null);
    setIsLeft(false);
  };
  useLayoutEffect(reset, [known, of]);
  const text = typed ?? shownDay(known);
  const read = typed === null ? known : typedDay(typed, dayAt(new Date()));
  return {
    text,
    fault: isLeft && read instanceof Refusal ? read.expected : undefined,
    isOther: read !== known,
    type: (next) => {
      setTyped(next);
      setIsLeft(false);
    },
    leave: (left) => {
      const day = left === shownDay(known) ? known : typedDay(left, dayAt(new Date()));
      if (day instanceof Refusal) {
        setTyped(left);
        setIsLeft(true);
      } else if (day === known) {
        reset();
      } else {
        setTyped(shownDay(day));
        onDay(day);
      }
    },
  };
}

interface DayInputProps {
  readonly entry: DayEntry;
  readonly id: string;
  /** What the day is of, for the name of the calendar's button. */
  readonly label: string;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: true | undefined;
}

/** A day is typed or pasted, or taken from the browser's calendar beside it. No form is sent with a day that cannot be read. */
export function DayInput({ entry, label, ...control }: DayInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const day = typedDay(entry.text, dayAt(new Date()));
  useLayoutEffect(() => input.current?.setCustomValidity(day instanceof Refusal ? day.expected : ""));
  return (
    <div class="day-input">
      <input
        {...control}
        ref={input}
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={entry.text}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => entry.type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") entry.leave(event.currentTarget.value);
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // An error that appears now would move the button from under the pointer: sending the form says it.
          const isSending = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === "submit";
          if (!isSending || currentTarget.validity.valid) entry.leave(currentTarget.value);
        }}
        onInvalid={(event) => {
          // Said at the field, not by the browser besides.
          event.preventDefault();
          entry.leave(event.currentTarget.value);
          event.currentTarget.focus();
        }}
      />
      <button type="button" class="day-calendar" title="Calendar" onClick={() => calendar.current?.showPicker()}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path
            d="M2.5 4.5h15v13h-15zM2.5 8.5h15M6.5 2v4M13.5 2v4"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
          />
        </svg>
        <span class="unseen">Calendar: {label}</span>
      </button>
      <input
        ref={calendar}
        class="day-picker"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day instanceof Refusal ? "" : day}
        onChange={({ currentTarget }) => entry.leave(currentTarget.value)}
      />
    </div>
  );
}

interface DayBoxProps {
  readonly id: string;
  readonly label: string;
  readonly day: string;
  /** When it changes, what was typed is forgotten. */
  readonly of: string;
  readonly onDay: (day: string) => void;
}

/** A day with its label in a form. An error stands below it: fields and buttons beside it keep their places. */
export function DayBox({ id, label, day, of, onDay }: DayBoxProps) {
  const entry = useDayEntry(day, of, onDay);
  const { fault } = entry;
  return (
    <div class={fault === undefined ? "field" : "field field-faulty"}>
      <label for={id}>{label}</label>
      <DayInput
        entry={entry}
        id={id}
        label={label}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        aria-invalid={fault === undefined ? undefined : true}
      />
      {fault === undefined ? null : (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
