import type { CatalogueState } from "../api/catalogue.ts";
import type { Ready } from "../api/ready.ts";
import { ClaimOptions } from "./claim-options.tsx";
import { CodeField } from "./code-field.tsx";
import { DayField } from "./day-field.tsx";
import { Examples } from "./examples.tsx";
import type { KnownOfAnswer } from "./known-of-answer.ts";
import { addressOfLookup, type Lookup } from "./lookup.ts";
import { partsOfQuestion } from "./parts-of-question.ts";
import { PlaceFields } from "./place-fields.tsx";
import { ProviderField } from "./provider-field.tsx";
import type { NamedProvider } from "./use-provider-search.ts";

interface QuestionFormProps {
  readonly lookup: Lookup;
  readonly states: readonly CatalogueState[];
  readonly release: Ready["release"] | null;
  readonly known: KnownOfAnswer;
  readonly named: NamedProvider;
  /** Whether the lookup is what the address asks: of another, nothing is priced. */
  readonly isPriced: boolean;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
  readonly onLookup: (lookup: Lookup) => void;
  /** Enter or the button: what was given is asked already, so the reader goes on to the answer. */
  readonly onSubmit: () => void;
}

/**
 * What is asked. One rule for every field: what is given is looked up when it is chosen or the field is left, and the address
 * holds it; the button is for certainty.
 */
export function QuestionForm({
  lookup,
  states,
  release,
  known,
  named,
  isPriced,
  onChange,
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
        noValidate
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
            asked={lookup.fields[code.name] ?? ""}
            known={known}
            onAsk={(value) => onChange({ [code.name]: value })}
          />
        )}
        {day === null ? null : (
          <DayField
            key={`${place} day`}
            parameter={day.name}
            hint="Today when empty"
            asked={lookup.fields[day.name] ?? ""}
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
