import { useRef, useState } from "preact/hooks";
import { dayAt } from "../../../src/core/calendar/day.ts";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { ViewProps } from "../address.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { PlaceFields } from "../look-up/place-fields.tsx";
import { DayBox } from "../parts/day-input.tsx";
import { listText } from "../words/names.ts";
import { Refused, withRows } from "./baskets.ts";
import { changeBaskets } from "./kept-baskets.ts";
import { exampleLines, PASTED_CHARACTERS_MAX, type ReadLines, type RejectedLine, readPasted } from "./paste.ts";

interface PasteFormProps extends Pick<ViewProps, "states" | "release"> {
  readonly basket: string;
  /** The place of the rows that are there. */
  readonly place: Lookup;
}

interface Outcome {
  /** What was added, and how it was read. */
  readonly said: string;
  /** What was not. */
  readonly fault: string | null;
  readonly rejected: readonly RejectedLine[];
}

/** As many as can be looked through; the rest is counted. All of them stay in the field. */
const REJECTED_SHOWN_MAX = 50;

/** A note for each code with a modifier that was left out: the rest is counted. */
const NOTES_SHOWN_MAX = 5;

/** Rows from pasted lines. Lines that cannot be read stay in the field, each with its reason. */
export function PasteForm({ basket, place: first, states, release }: PasteFormProps) {
  const [place, setPlace] = useState(first);
  const [text, setText] = useState("");
  const [day, setDay] = useState("");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const today = dayAt(new Date());
  const isFaulty = outcome !== null && outcome.fault !== null;

  function add() {
    const { rows, rejected, notes, headings } = readPasted(text, place, { fallback: day, today }, states);
    if (rows.length === 0 && rejected.length === 0) {
      setOutcome({ said: "", fault: "There are no lines to add.", rejected: [] });
      field.current?.focus();
      return;
    }
    const said: string[] = [];
    const refused = changeBaskets((baskets) => {
      const added = withRows(baskets, basket, rows);
      if (added instanceof Refused) return added;
      said.push(`${countText(added.added, "row")} added.`);
      if (added.there > 0)
        said.push(`${countText(added.there, "row")} ${plural(added.there, "was", "were")} there already.`);
      return added.baskets;
    });
    if (refused !== null) {
      setOutcome({ said: "", fault: refused.reason, rejected: [] });
      field.current?.focus();
      return;
    }
    if (headings !== null) said.push(headingsText(headings));
    said.push(...notes.slice(0, NOTES_SHOWN_MAX));
    if (notes.length > NOTES_SHOWN_MAX)
      said.push(`So it is with ${countText(notes.length - NOTES_SHOWN_MAX, "other code")}.`);
    // With their headings, which say what their columns are.
    const kept = rejected.length > 0 && headings?.columns != null ? [headings.text] : [];
    setText([...kept, ...rejected.map((line) => line.text)].join("\n"));
    const isWithout = headings === null && rejected.some(({ text: line }) => line.includes("\t"));
    const fault =
      rejected.length === 0 ? null : [rejectedText(rejected.length), ...(isWithout ? [COPY_HEADINGS] : [])].join(" ");
    setOutcome({ said: said.join(" "), fault, rejected });
    if (rejected.length > 0) field.current?.focus();
  }

  return (
    <form
      class="paste-form"
      aria-label="Add rows"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <PlaceFields lookup={place} states={states} release={release} onLookup={setPlace} />
      <div class="field">
        <label for="pasted">Lines</label>
        <div class="hint" id="pasted-hint">
          One line for each code, NPI and day, as copied from a spreadsheet: between tabs, commas or blanks. With their
          headings, lines may have other columns, a modifier apart, and a state. Several codes, NPIs or days in a line
          make a row for each combination.
        </div>
        {isFaulty ? (
          <div class="fault" id="pasted-fault" role="alert">
            <p>{outcome.fault}</p>
            <Rejected lines={outcome.rejected} />
          </div>
        ) : null}
        <textarea
          id="pasted"
          ref={field}
          class="code"
          rows={6}
          maxLength={PASTED_CHARACTERS_MAX}
          spellcheck={false}
          autocomplete="off"
          aria-describedby={isFaulty ? "pasted-hint pasted-fault" : "pasted-hint"}
          aria-invalid={isFaulty ? true : undefined}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div class="paste-day">
        <DayBox id="pasted-day" label="Day for lines without one" day={day} of="" onDay={setDay} />
      </div>
      <p class="paste-buttons">
        <button type="submit" class="primary">
          Add rows
        </button>
        <button type="button" class="quiet" onClick={() => setText(exampleLines(place.setting, today))}>
          Fill in an example
        </button>
        <span role="status">{outcome?.said ?? ""}</span>
      </p>
    </form>
  );
}

function rejectedText(lines: number): string {
  return `${countText(lines, "line")} cannot be read and ${plural(lines, "stays", "stay")} in the field.`;
}

const COPY_HEADINGS = "Copy the headings of the columns too, and other columns are left out.";

/** Which line has the headings, and which columns are left out. */
function headingsText({ number, columns }: NonNullable<ReadLines["headings"]>): string {
  const taken = `Line ${number} was taken for headings.`;
  if (columns === null) return `${taken} They do not say which columns are the code and the NPI.`;
  return columns.unused.length === 0 ? taken : `${taken} Columns not used: ${listText(columns.unused)}.`;
}

function Rejected({ lines }: { readonly lines: readonly RejectedLine[] }) {
  if (lines.length === 0) return null;
  const more = lines.length - REJECTED_SHOWN_MAX;
  return (
    <ul>
      {lines.slice(0, REJECTED_SHOWN_MAX).map(({ number, text, reason }) => (
        <li key={number}>
          Line {number}, <bdi class="code">{text.replaceAll("\t", " ")}</bdi>: {reason}
        </li>
      ))}
      {more > 0 ? <li>{countText(more, "more line")}.</li> : null}
    </ul>
  );
}
