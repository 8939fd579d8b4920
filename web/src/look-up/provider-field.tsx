import { useEffect, useRef, useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { searchProblemText } from "../api/ask.ts";
import { Combobox, type Suggestion } from "./combobox.tsx";
import { FieldFrame } from "./fields.tsx";
import type { Lookup } from "./lookup.ts";
import {
  type FoundProviders,
  keepProvider,
  leftWith,
  matchedPieces,
  moreThan,
  type NamedProvider,
  namingOnly,
  type ProviderChoice,
  recentProviders,
  SHOWN_FIRST,
  typedProvider,
  useProviderSearch,
} from "./providers.ts";
import { controlId, PROVIDER_NAME, partsOfQuestion, TYPED_CHARACTERS_MAX, useReportUnsent } from "./question-form.tsx";

interface ProviderFieldProps {
  readonly lookup: Lookup;
  /** The provider that the lookup names. */
  readonly named: NamedProvider;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** Keeps the place of a note, so that nothing jumps when it is known. */
const NOTHING_YET = "\u00a0";

/** The provider: names and identifiers are searched as they are typed, and forgiven as people write them. */
export function ProviderField({ lookup, named, faults, onChange }: ProviderFieldProps) {
  /** The typed text; null: the looked-up value is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The typed text before the next render: choosing and leaving can be one keystroke. */
  const typedNow = useRef<string | null>(null);
  const [shownMax, setShownMax] = useState(SHOWN_FIRST);
  /** The field was left before its search had answered. */
  const [isLeft, setIsLeft] = useState(false);
  const [undecided, setUndecided] = useState<string | null>(null);
  const found = useProviderSearch(lookup, typed, shownMax);
  const { identifiers, provider } = partsOfQuestion(lookup.setting);
  const isAnswered = (found.state === "found" || found.state === "failed") && found.typed === typed?.trim();
  const isOther = typed !== null && typed.trim() !== nameShown(lookup, named);
  useReportUnsent(PROVIDER_NAME, undecided !== null ? "refused" : isOther ? "unfinished" : "looked-up");
  useEffect(() => {
    if (isLeft && isAnswered) decide();
  }, [isLeft, isAnswered]);

  function type(text: string | null) {
    typedNow.current = text;
    setTyped(text);
    setShownMax(SHOWN_FIRST);
    setIsLeft(false);
    setUndecided(null);
  }

  /** Looks up the typed text, if there is any, once it is known what it means. */
  function askTyped(): boolean {
    const text = typedNow.current?.trim();
    if (text === undefined || undecided !== null) return text === undefined;
    const fields = typedProvider(text, identifiers);
    const isClear = found.state === "idle" || fields[PROVIDER_NAME] === undefined;
    if (isClear) ask(fields);
    else if (isAnswered && found.typed === text) decide();
    else setIsLeft(true);
    // Without its provider the question would be sent as it was before.
    return isClear;
  }

  function decide() {
    setIsLeft(false);
    const left = leftWith(found, identifiers, lookup.state.name);
    if (left.kind === "undecided") setUndecided(left.text);
    else if (left.kind === "choice") choose(left.choice);
    else ask(left.fields);
  }

  function ask(fields: Readonly<Record<string, string>>) {
    type(null);
    const isChange = identifiers.some(({ name }) => fields[name] !== lookup.fields[name]);
    if (isChange) onChange(namingOnly(fields, identifiers));
  }

  function choose(choice: ProviderChoice) {
    keepProvider(lookup.state.code, choice);
    ask(choice.fields);
  }

  // One control for the name and the identifier: a summary of errors links to it for both.
  const faulty = provider.find(({ name }) => faults[name] !== undefined)?.name ?? PROVIDER_NAME;
  const isRecent = found.state === "idle";
  const spell = (text: string) => {
    type(text);
    setIsLeft(true);
    document.getElementById(controlId(faulty))?.focus();
  };
  return (
    <FieldFrame
      parameter={faulty}
      label="Provider"
      // A state may have no identifier but the NPI.
      hint={`Words of the name${identifiers.length > provider.length ? ", an NPI or a Medicaid provider ID" : ", or an NPI"}`}
      note={
        undecided !== null && found.spellings.length > 0 ? (
          <Spellings of={found} onChoose={spell} />
        ) : typed === null ? (
          noteOn(lookup, named)
        ) : (
          NOTHING_YET
        )
      }
      fault={undecided ?? faults[faulty]}
      control={(props) => (
        <Combobox
          control={props}
          list="providers-found"
          listLabel={isRecent ? "Providers chosen before" : "Providers found"}
          value={typed ?? nameShown(lookup, named)}
          charactersMax={TYPED_CHARACTERS_MAX}
          suggestions={suggestions()}
          heading={isRecent ? "Chosen before, in this tab" : null}
          foot={said(found, lookup.state.name)}
          onType={type}
          onUndo={() => type(null)}
          onAsk={askTyped}
        />
      )}
    />
  );

  /** What was found, then what else can be done; or, while nothing is searched, the providers of before. */
  function suggestions(): readonly Suggestion[] {
    if (isRecent) return recentProviders(lookup.state.code).map((choice) => suggestionOf(choice, ""));
    const choices = found.choices.map((choice) => suggestionOf(choice, found.typed));
    const apart = { isApart: true, keepsOpen: true };
    const spellings = found.spellings.map(({ text, total_results }) => {
      const name = `Did you mean “${text.toLowerCase()}”?`;
      const detail = countText(total_results, "provider");
      return { ...apart, name, title: name, detail, choose: () => type(text.toLowerCase()) };
    });
    const more = moreThan(found.choices.length, found.total);
    const others = `${found.choices.length.toLocaleString("en-US")} of ${found.total.toLocaleString("en-US")} are shown`;
    const name = `Every provider with “${found.typed}” in its name`;
    const everyone = typedProvider(found.typed, identifiers);
    const isEvery = found.state === "found" && found.namedAsTyped > 1 && everyone[PROVIDER_NAME] !== undefined;
    return [
      ...choices,
      ...(found.state === "found" ? spellings : []),
      ...(found.state === "found" && more !== null
        ? [{ ...apart, name: "Show more", title: "Show more", detail: others, choose: () => setShownMax(more) }]
        : []),
      ...(isEvery
        ? [
            {
              ...{ name, title: name, detail: countText(found.namedAsTyped, "provider") },
              ...{ isApart: true, keepsOpen: false, choose: () => ask(everyone) },
            },
          ]
        : []),
    ];
  }

  function suggestionOf(choice: ProviderChoice, match: string): Suggestion {
    const { name, detail } = choice;
    const title = matchedPieces(name, match).map(({ text, isMatch }, place) =>
      isMatch ? <strong key={place}>{text}</strong> : text,
    );
    return { name, title, detail, isApart: false, keepsOpen: false, choose: () => choose(choice) };
  }
}

interface SpellingsProps {
  readonly of: FoundProviders;
  readonly onChoose: (text: string) => void;
}

/** Under the field, once it was left with a text that matches nothing. */
function Spellings({ of: { spellings }, onChoose }: SpellingsProps) {
  return (
    <>
      Did you mean{" "}
      {spellings.map(({ text, total_results }) => (
        <button key={text} type="button" class="quiet in-text" onClick={() => onChoose(text.toLowerCase())}>
          {text.toLowerCase()} ({countText(total_results, "provider")})
        </button>
      ))}
    </>
  );
}

/** The name of the lookup's provider; what was sent when there is none, or while the name takes long to load. */
function nameShown({ state, fields, setting }: Lookup, { choice, isComing }: NamedProvider): string {
  const { identifiers } = partsOfQuestion(setting);
  if (fields[PROVIDER_NAME] !== undefined) return fields[PROVIDER_NAME];
  const sent = identifiers.map(({ name }) => fields[name]).find((value) => value !== undefined);
  if (sent === undefined) return "";
  if (choice !== null) return choice.name;
  const before = recentProviders(state.code).find((each) => Object.values(each.fields).includes(sent));
  return before?.name ?? (isComing ? "" : sent);
}

/** Under the field: type, place and identifier; or that there are several, or none. */
function noteOn({ state, fields }: Lookup, { choice, total }: NamedProvider) {
  if (total === null) return NOTHING_YET;
  if (total === 0) return `No provider of ${state.name} is known by this.`;
  if (fields[PROVIDER_NAME] !== undefined) return `${countText(total, "provider")} with this in the name`;
  if (total === 1) return choice?.detail;
  return `${choice?.detail}, and ${countText(total - 1, "other")} under the same number`;
}

/** How many there are, or why there are none. */
function said({ state, typed, choices, total, problem }: FoundProviders, stateName: string): string {
  if (state === "failed") return searchProblemText(problem);
  if (state === "slow") return "Still searching ...";
  if (state === "searching") return "Searching ...";
  if (state === "idle") return "";
  if (total === 0) return `No provider of ${stateName} matches “${typed}”.`;
  const isCut = moreThan(choices.length, total) === null && choices.length < total;
  const shown = `${choices.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
  return isCut ? `${shown}. Type more of the name to see the others.` : shown;
}
