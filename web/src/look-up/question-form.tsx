import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";
import { dayText, parseDay } from "../../../src/core/calendar/day.ts";
import type { CatalogueParameter, CatalogueSetting, CatalogueState, ReleaseInService } from "../api/ready.ts";
import { labelOf } from "../words/names.ts";
import { ClaimOptions } from "./claim-options.tsx";
import { CodeField } from "./code-field.tsx";
import { DayField } from "./fields.tsx";
import { Examples } from "./look-up-view.tsx";
import { addressOfLookup, type KnownOfAnswer, type Lookup } from "./lookup.ts";
import { PlaceFields } from "./place-fields.tsx";
import { ProviderField } from "./provider-field.tsx";
import type { NamedProvider } from "./providers.ts";

interface QuestionFormProps {
  readonly lookup: Lookup;
  readonly states: readonly CatalogueState[];
  readonly release: ReleaseInService | null;
  readonly known: KnownOfAnswer;
  readonly named: NamedProvider;
  /** What of the address was left out, as a note. */
  readonly leftOut: string | null;
  /** Whether the lookup matches the address: otherwise nothing is priced. */
  readonly isPriced: boolean;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
  /** A code, or several of which the first is looked up. */
  readonly onCode: (fields: Readonly<Record<string, string | null>>, codes: readonly string[]) => void;
  /** What does not change the price is left out; the lookup takes the place of the one that is shown. */
  readonly onLeaveOut: (fields: Readonly<Record<string, null>>) => void;
  readonly onLookup: (lookup: Lookup) => void;
  /** Enter or the button: the values are looked up already, so the reader moves on to the answer. */
  readonly onSubmit: () => void;
}

/**
 * The question. One rule for every field: a value is looked up when it is chosen or the field is left, and the address holds it; the
 * button is for certainty.
 */
export function QuestionForm({
  lookup,
  states,
  release,
  known,
  named,
  leftOut,
  isPriced,
  onChange,
  onCode,
  onLeaveOut,
  onLookup,
  onSubmit,
}: QuestionFormProps) {
  const { code, day } = partsOfQuestion(lookup.setting);
  const place = `${lookup.state.code} ${lookup.setting.setting}`;
  return (
    <>
      <form
        class="question-form"
        aria-label="Question"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <PlaceFields lookup={lookup} states={states} release={release} onLookup={onLookup} />
        <ProviderField
          key={`${place} provider`}
          lookup={lookup}
          named={named}
          faults={known.faults}
          onChange={onChange}
        />
        {code === null ? null : (
          <CodeField
            key={`${place} code`}
            parameter={code}
            lookup={lookup}
            known={known}
            leftOut={leftOut}
            onAsk={onCode}
            onLeaveOut={onLeaveOut}
          />
        )}
        {day === null ? null : (
          <DayField
            key={`${place} day`}
            parameter={day.name}
            hint="Today when empty"
            submitted={lookup.fields[day.name] ?? ""}
            address={addressOfLookup(lookup)}
            fault={known.faults[day.name]}
            onAsk={(value) => onChange({ [day.name]: value })}
          />
        )}
        <ClaimOptions lookup={lookup} known={known} isPriced={isPriced} onChange={onChange} />
        <button type="submit" class="primary">
          Look up
        </button>
      </form>
      <Examples lookup={lookup} />
    </>
  );
}

// The controls of the parameters. Everything follows from the catalogue; the only names known here are those that the contract gives
// to every state.

/** Part of a provider's name, which every lookup and every search has. */
export const PROVIDER_NAME = "provider_name";

/** Echoed to programs that match answers to their own records: of no use to a person, and not for addresses. */
const CORRELATION = "reference_id";

interface PartsOfQuestion {
  /** Covered by the provider field: the name, and the identifier that it recognises. */
  readonly provider: readonly CatalogueParameter[];
  /** All that name a provider, in the contract's order. */
  readonly identifiers: readonly CatalogueParameter[];
  readonly code: CatalogueParameter | null;
  readonly day: CatalogueParameter | null;
  /** Everything else, under "More about the claim": its facts, then other ways to name the provider. */
  readonly others: readonly CatalogueParameter[];
}

export function partsOfQuestion({ parameters, day_parameter }: CatalogueSetting): PartsOfQuestion {
  const identifiers = parameters.filter(({ identifies_provider }) => identifies_provider);
  const provider = identifiers.filter(({ name, kind }) => name === PROVIDER_NAME || kind === "npi");
  const code = parameters.find(({ kind }) => kind === "code") ?? null;
  const day = parameters.find(({ name }) => name === day_parameter) ?? null;
  const facts = parameters.filter(
    (each) => each.name !== CORRELATION && each !== code && each !== day && !identifiers.includes(each),
  );
  const others = [...facts, ...identifiers.filter((each) => !provider.includes(each))];
  return { provider, identifiers, code, day, others };
}

/** What the question lacks before it can be looked up: each as one parameter that would do. */
export function lackingIn({ setting, fields }: Lookup): readonly CatalogueParameter[] {
  const { identifiers } = partsOfQuestion(setting);
  const required = setting.parameters.filter(({ name, required }) => required && fields[name] === undefined);
  const named = identifiers.find(({ name }) => name === PROVIDER_NAME) ?? identifiers[0];
  const isNamed = identifiers.some(({ name }) => fields[name] !== undefined);
  return isNamed || named === undefined ? required : [named, ...required];
}

/** More than any parameter takes, so that a text that was cut here is refused as too long; and addresses stay short. */
export const TYPED_CHARACTERS_MAX = 500;

/** The id of a parameter's control; summaries of errors link to it. */
export function controlId(parameter: string): string {
  return `field-${parameter}`;
}

/**
 * The question in one line: "99213 at Golden Poppy Medical Center on Oct 1, 2026". `providerName`: of the lookup's provider, when
 * known; `dayUsed`: the day of the answer, when none was given.
 */
export function questionText(
  { setting, fields }: Lookup,
  providerName: string | null,
  dayUsed: string | undefined,
): string {
  const { identifiers, code } = partsOfQuestion(setting);
  const what = code === null ? undefined : fields[code.name];
  const sentName = fields[PROVIDER_NAME];
  const [identifier] = identifiers.filter(({ name }) => fields[name] !== undefined);
  const who =
    sentName !== undefined
      ? `every provider with “${sentName}” in its name`
      : (providerName ?? (identifier === undefined ? null : `${labelOf(identifier.name)} ${fields[identifier.name]}`));
  const day = fields[setting.day_parameter] ?? dayUsed;
  const written = parseDay(day ?? "");
  const when = day === undefined ? "today" : `on ${written === null ? day : dayText(written)}`;
  return [what ?? labelOf(setting.setting), ...(who === null ? [] : [`at ${who}`]), when].join(" ");
}

// While the reader types, the address and the answer still belong to the question before. Fields report here that their value was not
// looked up yet, or cannot be, so that the price beside them is not mistaken for its answer.

/** What a field holds: what was looked up, something that is still being typed, or something that it refuses. */
export type Entry = "looked-up" | "unfinished" | "refused";

type Report = (parameter: string, entry: Entry) => void;

export const Unsent = createContext<Report>(() => {});

/** Reports what a field holds. */
export function useReportUnsent(parameter: string, entry: Entry): void {
  const report = useContext(Unsent);
  useEffect(() => {
    report(parameter, entry);
    return () => report(parameter, "looked-up");
  }, [report, parameter, entry]);
}

interface UnsentFields {
  /** Whether any field has a value that was not looked up. */
  readonly isAny: boolean;
  /** The fields that refuse what they hold: it will not be looked up as it is. */
  readonly refused: readonly string[];
  /** For the context of the fields. */
  readonly report: Report;
}

/** What the fields report. */
export function useUnsent(): UnsentFields {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});
  const report = useCallback<Report>((parameter, entry) => {
    setEntries((before) => ((before[parameter] ?? "looked-up") === entry ? before : { ...before, [parameter]: entry }));
  }, []);
  const fields = Object.keys(entries);
  return {
    isAny: fields.some((name) => entries[name] !== "looked-up"),
    refused: fields.filter((name) => entries[name] === "refused"),
    report,
  };
}
