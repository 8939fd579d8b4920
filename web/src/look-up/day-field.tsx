import { useEffect, useRef, useState } from "preact/hooks";
import { labelOf } from "../words/name.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useTellUnasked } from "./unasked.ts";
import { useDraft } from "./use-draft.ts";

interface DayFieldProps {
  readonly parameter: string;
  readonly hint: string;
  readonly fault: string | undefined;
  readonly asked: string;
  /** Of the lookup that is shown. */
  readonly address: string;
  readonly onAsk: (day: string) => void;
}

interface Typed {
  readonly currentTarget: HTMLInputElement;
}

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** A day, by the browser's own control. What an address has in another form is shown as it stands there, not as nothing. */
export function DayField({ parameter, hint, fault, asked, address, onAsk }: DayFieldProps) {
  const [draft, setDraft] = useDraft(asked);
  const control = useRef<HTMLInputElement>(null);
  /** Half a date has no value, which would mean today: it is said instead of asked. */
  const [isHalf, setIsHalf] = useState(false);
  /** Only once the field was left: whoever is typing is on the way to a whole one. */
  const [isSaid, setIsSaid] = useState(false);
  /** While a date is typed, the browser tells of every day on the way to it; a day picked from the calendar is the one meant. */
  const isBeingTyped = useRef(false);
  const isPlainText = !isShownByDateInput(asked);
  useTellUnasked(parameter, isHalf || draft.trim() !== asked);

  // Another lookup is shown: what was left half done is none of it.
  useEffect(() => {
    if (control.current?.validity.badInput) control.current.value = asked;
    setIsHalf(false);
    setIsSaid(false);
  }, [address]);

  function look({ currentTarget: { value, validity } }: Typed) {
    setDraft(value);
    setIsHalf(validity.badInput);
    if (!validity.badInput) setIsSaid(false);
  }

  function leave({ currentTarget: { value, validity } }: Typed) {
    isBeingTyped.current = false;
    setIsHalf(validity.badInput);
    setIsSaid(validity.badInput);
    if (!validity.badInput && value.trim() !== asked) onAsk(value.trim());
  }

  const events = {
    ref: control,
    value: draft,
    onInput: look,
    onKeyDown: () => {
      isBeingTyped.current = true;
    },
    // Browsers tell of no input while a date is not whole.
    onKeyUp: look,
    onPointerDown: () => {
      isBeingTyped.current = false;
    },
    onChange: (event: Typed) => {
      if (!isBeingTyped.current) leave(event);
    },
    onBlur: leave,
  };
  return (
    <FieldFrame
      parameter={parameter}
      label={labelOf(parameter)}
      hint={hint}
      fault={isHalf && isSaid ? "Give the month, the day and the year, or leave all three empty." : fault}
      control={(props) =>
        isPlainText ? <input {...props} {...events} type="text" /> : <input {...props} {...events} type="date" />
      }
    />
  );
}

/** Whether a date input can show it: empty, or a day of the calendar in its own form. */
function isShownByDateInput(text: string): boolean {
  if (text === "") return true;
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
