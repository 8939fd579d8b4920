import { useEffect, useRef, useState } from "preact/hooks";
import { countText } from "../words/names.ts";
import { FieldFrame } from "./fields.tsx";
import type { Lookup } from "./lookup.ts";
import {
  type FoundProviders,
  keepProvider,
  matchedPieces,
  type NamedProvider,
  namingOnly,
  type ProviderChoice,
  recentProviders,
  typedProvider,
  useProviderSearch,
} from "./providers.ts";
import { PROVIDER_NAME, partsOfQuestion, useReportUnsent } from "./question-form.tsx";

interface ProviderFieldProps {
  readonly lookup: Lookup;
  /** The provider that the lookup names. */
  readonly named: NamedProvider;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

const LIST = "providers-found";

/** Keeps the place of a note, so that nothing jumps when it is known. */
const NOTHING_YET = "\u00a0";

const optionId = (place: number) => `${LIST}-${place}`;

/** The provider: a combobox by the ARIA pattern (editable, with a list of its own). Names are searched as they are typed. */
export function ProviderField({ lookup, named, faults, onChange }: ProviderFieldProps) {
  /** The typed text; null: the looked-up value is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The typed text before the next render: choosing and leaving can be one keystroke. */
  const typedNow = useRef<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useProviderSearch(lookup, typed);
  const { identifiers, provider } = partsOfQuestion(lookup.setting);
  const shown = typed ?? nameShown(lookup, named);
  useReportUnsent(PROVIDER_NAME, typed !== null && typed.trim() !== nameShown(lookup, named));
  const options = optionsShown();
  const isShown = isOpen && (options.length > 0 || found.state !== "idle");

  /** What was typed before choices, or, while nothing is searched, the providers of before. */
  function optionsShown(): readonly ProviderOption[] {
    if (found.state === "idle") return recentProviders(lookup.state.code).map((choice) => ({ choice, match: "" }));
    const options: readonly ProviderOption[] = found.choices.map((choice) => ({ choice, match: found.typed }));
    const everyone = typedProvider(found.typed, identifiers);
    if (found.state !== "found" || found.total < 2 || everyone[PROVIDER_NAME] === undefined) return options;
    const name = `Every provider with “${found.typed}” in its name`;
    return [
      ...options,
      { choice: { name, detail: countText(found.total, "provider"), fields: everyone }, match: null },
    ];
  }

  function type(text: string | null) {
    typedNow.current = text;
    setTyped(text);
  }

  /** Looks up the typed text, if there is any. */
  function askTyped() {
    if (typedNow.current === null) close();
    else ask(typedProvider(typedNow.current, identifiers));
  }

  function ask(fields: Readonly<Record<string, string>>) {
    type(null);
    close();
    const isOther = identifiers.some(({ name }) => fields[name] !== lookup.fields[name]);
    if (isOther) onChange(namingOnly(fields, identifiers));
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function choose({ choice, match }: ProviderOption) {
    if (match !== null) keepProvider(lookup.state.code, choice);
    ask(choice.fields);
  }

  function move(to: number) {
    setIsOpen(true);
    if (options.length > 0) setActive((to + options.length) % options.length);
  }

  function onKeyDown(event: KeyboardEvent) {
    const option = isShown ? options[active] : undefined;
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault();
        return move(isShown ? active + 1 : 0);
      case "ArrowUp":
        event.preventDefault();
        return move(active < 0 ? -1 : active - 1);
      case "Home":
      case "End":
        // Without a chosen option these keys belong to the text.
        if (option === undefined) return;
        event.preventDefault();
        return move(event.key === "Home" ? 0 : -1);
      case "Escape":
        if (!isShown) type(null);
        return close();
      case "Enter":
        if (option === undefined) return askTyped();
        // Choosing looks up at once; the form is not sent besides.
        event.preventDefault();
        return choose(option);
      case "Tab":
        if (option !== undefined) choose(option);
        return;
    }
  }

  // One control for the name and the identifier: a summary of errors links to it for both.
  const faulty = provider.find(({ name }) => faults[name] !== undefined)?.name ?? PROVIDER_NAME;
  return (
    <FieldFrame
      parameter={faulty}
      label="Provider"
      hint="Part of the name, or an NPI"
      note={typed === null ? noteOn(lookup, named) : NOTHING_YET}
      fault={faults[faulty]}
      control={(props) => (
        <div class="provider-combobox">
          <input
            {...props}
            type="text"
            role="combobox"
            autocomplete="off"
            spellcheck={false}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={LIST}
            aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
            value={shown}
            onInput={({ currentTarget }) => {
              type(currentTarget.value);
              setIsOpen(true);
              setActive(-1);
            }}
            onClick={() => setIsOpen(true)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onKeyDown={onKeyDown}
            onBlur={askTyped}
          />
          <ProviderList
            id={LIST}
            optionId={optionId}
            isShown={isShown}
            options={isShown ? options : []}
            active={active}
            found={found}
            stateName={lookup.state.name}
            onChoose={choose}
          />
        </div>
      )}
    />
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

interface ProviderOption {
  readonly choice: ProviderChoice;
  /** What of its name is bold; null: it is not one provider. */
  readonly match: string | null;
}

interface ProviderListProps {
  readonly id: string;
  readonly optionId: (place: number) => string;
  readonly isShown: boolean;
  readonly options: readonly ProviderOption[];
  readonly active: number;
  readonly found: FoundProviders;
  readonly stateName: string;
  readonly onChoose: (option: ProviderOption) => void;
}

/** The list under the provider field. The focus stays in the field, which says which option is meant. */
function ProviderList(props: ProviderListProps) {
  const { id, optionId, isShown, options, active, found, stateName, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const meant = options[active];
  // Also when other providers were found: the list is another then, and the option stands elsewhere.
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, meant?.choice.detail, options.length]);
  // Heard by the list: an option has no keys of its own to answer to, the field has them.
  useEffect(() => {
    const place = list.current;
    const keepFocus = (event: Event) => event.preventDefault();
    const choose = (event: Event) => {
      const clicked = [...(place?.children ?? [])].findIndex(
        (each) => event.target instanceof Node && each.contains(event.target),
      );
      const option = options[clicked];
      if (option !== undefined) onChoose(option);
    };
    place?.addEventListener("mousedown", keepFocus);
    place?.addEventListener("click", choose);
    return () => {
      place?.removeEventListener("mousedown", keepFocus);
      place?.removeEventListener("click", choose);
    };
  });
  const isRecent = found.state === "idle";
  return (
    <div class="provider-popup" hidden={!isShown}>
      {isRecent && isShown ? <p class="provider-popup-title">Chosen before, in this tab</p> : null}
      <div ref={list} id={id} role="listbox" aria-label={isRecent ? "Providers chosen before" : "Providers found"}>
        {options.map((option, place) => (
          <div
            key={`${option.choice.name} ${option.choice.detail}`}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            class={option.match === null ? "provider-option provider-everyone" : "provider-option"}
          >
            <span class="provider-name">{nameMarked(option)}</span>
            <span class="provider-detail">{option.choice.detail}</span>
          </div>
        ))}
      </div>
      {/* Not every screen reader says which option a field means (aria-activedescendant). */}
      <p class="unseen" role="status">
        {isShown && meant !== undefined
          ? `${meant.choice.name}, ${meant.choice.detail}, ${active + 1} of ${options.length}`
          : ""}
      </p>
      <p class="provider-popup-foot" role="status">
        {isShown ? said(found, stateName) : ""}
      </p>
    </div>
  );
}

function nameMarked({ choice, match }: ProviderOption) {
  return matchedPieces(choice.name, match ?? "").map(({ text, isMatch }) =>
    isMatch ? <strong key="match">{text}</strong> : text,
  );
}

/** How many there are, or why there are none. */
function said({ state, typed, choices, total, problem }: FoundProviders, stateName: string): string {
  if (state === "failed") return problem === null ? "" : `${problem.title}. ${problem.detail}`;
  if (state === "slow") return "Still searching ...";
  if (state === "searching") return "Searching ...";
  if (state === "idle") return "";
  if (total === 0) return `No provider of ${stateName} matches “${typed}”.`;
  return `${choices.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
}
