import { useEffect, useRef, useState } from "preact/hooks";
import { searchProblemText } from "../api/ask.ts";
import type { CatalogueParameter } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { labelOf } from "../words/names.ts";
import { Hint } from "./claim-options.tsx";
import {
  CODES_MAX,
  type CodeChoice,
  type FoundCodes,
  fieldsOfCode,
  hintOfCode,
  type LeftCode,
  leftWithCode,
  NO_CODE_MATCHES,
  useCodeSearch,
} from "./codes.ts";
import { Combobox, type Suggestion } from "./combobox.tsx";
import { FieldFrame } from "./fields.tsx";
import { addressOfLookup, type KnownOfAnswer, type Lookup, withFields } from "./lookup.ts";
import { isInformational, leftOutNote, MODIFIER } from "./modifiers.ts";
import { matchedPieces } from "./providers.ts";
import { controlId, TYPED_CHARACTERS_MAX, useReportUnsent } from "./question-form.tsx";

interface CodeFieldProps {
  readonly parameter: CatalogueParameter;
  readonly lookup: Lookup;
  readonly known: KnownOfAnswer;
  /** What of the address was left out, as a note. */
  readonly leftOut: string | null;
  /** `codes`: all that were typed, where they are several. */
  readonly onAsk: (fields: Readonly<Record<string, string | null>>, codes: readonly string[]) => void;
  readonly onLeaveOut: (fields: Readonly<Record<string, null>>) => void;
}

/** The code, with its description if the answer has one, the code that was probably meant, and suggestions while it is typed. */
export function CodeField({ parameter, lookup, known, leftOut, onAsk, onLeaveOut }: CodeFieldProps) {
  const { name } = parameter;
  const submitted = lookup.fields[name] ?? "";
  /** The typed text; null: the looked-up code is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The typed text before the next render: choosing and leaving can be one keystroke. */
  const typedNow = useRef<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const [undecided, setUndecided] = useState<Undecided | null>(null);
  const { note: noted, noteOf } = useNoteOfCode(submitted);
  // Of the code that was looked up, not of one that is being typed or was refused.
  const note = typed === null ? (noted ?? leftOut) : null;
  const found = useCodeSearch(lookup, typed);
  const hint = typed === null && isUnexplained(name, known) ? hintOfCode(submitted, lookup) : null;
  const isAnswered = (found.state === "found" || found.state === "failed") && found.typed === typed?.trim();
  const isOther = typed !== null && typed.trim().toUpperCase() !== submitted;
  useReportUnsent(name, undecided !== null ? "refused" : isOther ? "unfinished" : "looked-up");
  useEffect(() => {
    if (isLeft && isAnswered) askTyped();
  }, [isLeft, isAnswered]);
  useIdleModifier(lookup, known, (modifier) => {
    noteOf(submitted, leftOutNote(modifier, lookup.state));
    onLeaveOut({ [MODIFIER]: null });
  });

  function type(text: string | null) {
    typedNow.current = text;
    setTyped(text);
    setIsLeft(false);
    setUndecided(null);
  }

  /** Looks up the typed text, if there is any, once it is known what it means. */
  function askTyped(): boolean {
    const text = typedNow.current?.trim();
    if (text === undefined || undecided !== null) return text === undefined;
    const isKnown = found.state === "idle" || (isAnswered && found.typed === text);
    const left = leftWithCode(text, lookup, isKnown ? found : null);
    if (left.kind === "fields") ask(left.fields, left.codes, left.note);
    else if (left.kind === "undecided") setUndecided(left);
    else setIsLeft(true);
    return left.kind === "fields";
  }

  function ask(fields: Readonly<Record<string, string | null>>, codes: readonly string[], change: string | null) {
    type(null);
    const before = lookup.fields[MODIFIER];
    const isCleared =
      before !== undefined && fields[MODIFIER] === null && !(change ?? "").includes(`Modifier ${before} `);
    const cleared = isCleared ? `Modifier ${before} was removed: it belonged to the code before.` : null;
    noteOf(fields[name] ?? submitted, [change, cleared].filter((each) => each !== null).join(" ") || null);
    const isChange = Object.entries(fields).some(([each, value]) => (value ?? "") !== (lookup.fields[each] ?? ""));
    if (isChange || codes.length > 0) onAsk(fields, codes);
  }

  const suggestions = found.codes.map(({ code, description }): Suggestion => {
    const title = <span class="code">{marked(code, found.typed)}</span>;
    const detail = description ?? "No description: CPT descriptions are licensed";
    return {
      name: code,
      title,
      detail,
      isApart: false,
      keepsOpen: false,
      choose: () => ask(fieldsOfCode(code, lookup.setting), [], null),
    };
  });
  return (
    <FieldFrame
      parameter={name}
      label={parameter.required ? labelOf(name) : `${labelOf(name)} (if there is one)`}
      hint={<Hint of={parameter} />}
      note={
        <>
          {hint === null ? null : (
            <p class="code-changed" role="status">
              {hint.text}
            </p>
          )}
          <Choices
            of={undecided?.choices ?? hint?.choices ?? []}
            onChoose={({ fields, codes, note: change }) => ask(fields, codes, change)}
          />
          {note === null ? null : (
            <p class="code-changed" role="status">
              {note}
            </p>
          )}
          <CodeNote parameter={name} lookup={lookup} known={known} onAsk={(code) => ask({ [name]: code }, [], null)} />
        </>
      }
      fault={undecided?.text ?? known.faults[name]}
      control={(props) => (
        <Combobox
          control={props}
          list="codes-found"
          listLabel="Codes found"
          value={typed ?? submitted}
          isCode
          charactersMax={TYPED_CHARACTERS_MAX}
          suggestions={suggestions}
          heading={null}
          foot={said(found)}
          onType={type}
          onUndo={() => type(null)}
          onAsk={askTyped}
        />
      )}
    />
  );
}

/** Whether the answer has no rate, and names no other code. */
function isUnexplained(parameter: string, { values, remedies }: KnownOfAnswer): boolean {
  const found = values("rate_found");
  const isWithoutRate = found.length > 0 && found.every((each) => each === false);
  return isWithoutRate && !remedies.some((remedy) => remedy.parameter === parameter);
}

type Undecided = Extract<LeftCode, { readonly kind: "undecided" }>;

/** What was changed of a typed code. It goes when another code is looked up. */
function useNoteOfCode(shown: string) {
  const [noted, setNoted] = useState<{ readonly code: string; readonly text: string } | null>(null);
  return {
    note: noted?.code === shown ? noted.text : null,
    noteOf: (code: string, text: string | null) => setNoted(text === null ? null : { code, text }),
  };
}

/**
 * Calls `onIdle` where the answer shows that no rate is published with the modifier, and the modifier does not change the payment.
 * Some states publish rates with any modifier, so that only the answer knows it.
 */
function useIdleModifier({ fields, setting }: Lookup, known: KnownOfAnswer, onIdle: (modifier: string) => void): void {
  const modifier = fields[MODIFIER];
  const isAny = setting.parameters.some(({ name, schema }) => name === MODIFIER && !Array.isArray(schema.enum));
  const isAnswered = known.understood[MODIFIER] === modifier;
  const isIdle =
    modifier !== undefined &&
    isAny &&
    isAnswered &&
    isInformational(modifier) &&
    !known.values(MODIFIER).includes(modifier);
  useEffect(() => {
    if (isIdle) onIdle(modifier);
  }, [isIdle]);
}

interface ChoicesProps {
  readonly of: readonly CodeChoice[];
  readonly onChoose: (left: CodeChoice["left"]) => void;
}

/** The ways to look up a code that cannot be looked up as it was typed. */
function Choices({ of, onChoose }: ChoicesProps) {
  return (
    <>
      {of.map(({ label, left }) => (
        <button key={label} type="button" class="code-choice" onClick={() => onChoose(left)}>
          {label}
        </button>
      ))}
    </>
  );
}

function marked(code: string, typed: string) {
  return matchedPieces(code, typed).map(({ text, isMatch }, place) =>
    isMatch ? <strong key={place}>{text}</strong> : text,
  );
}

/** How many there are, and how codes without a description are found. */
function said({ state, codes, total, problem }: FoundCodes): string {
  if (state === "idle") return "";
  if (state === "failed") return searchProblemText(problem);
  if (state === "searching" && codes.length === 0) return "Searching ...";
  if (total === 0) return NO_CODE_MATCHES;
  return `${codes.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
}

interface CodeNoteProps {
  readonly parameter: string;
  readonly lookup: Lookup;
  readonly known: KnownOfAnswer;
  readonly onAsk: (code: string) => void;
}

/** Under the field: the description, the code that was probably meant, and the other codes that were typed. */
function CodeNote({ parameter, lookup, known, onAsk }: CodeNoteProps) {
  const meant = known.remedies.find((remedy) => remedy.parameter === parameter);
  const description = known.said(`${parameter}_description`);
  const { codes = [] } = lookup;
  return (
    <>
      {meant === undefined ? (
        description
      ) : (
        <>
          {meant.why}.{" "}
          <button
            type="button"
            class="quiet in-text"
            onClick={() => {
              onAsk(meant.value);
              // The button is gone with the answer that offered it.
              document.getElementById(controlId(parameter))?.focus();
            }}
          >
            Use <span class="code">{meant.value}</span>
          </button>
        </>
      )}
      {codes.length === 0 ? null : (
        <div class="codes-entered">
          {codes.length} codes entered, each with its own rate:
          <ul>
            {codes.map((code) => {
              const of = withFields(lookup, fieldsOfCode(code, lookup.setting));
              return (
                <li key={code}>
                  <Link to={addressOfLookup(of)} isCurrent={of.fields[parameter] === lookup.fields[parameter]}>
                    <span class="code">{code}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
          {codes.length < CODES_MAX ? null : `At most ${CODES_MAX} codes are listed; for more, reprice a file.`}
        </div>
      )}
    </>
  );
}
