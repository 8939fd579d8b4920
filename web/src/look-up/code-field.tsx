import type { CatalogueParameter } from "../api/catalogue.ts";
import { labelOf } from "../words/name.ts";
import type { KnownOfAnswer } from "./known-of-answer.ts";
import { Hint, upperCased } from "./option-field.tsx";
import { controlId } from "./parts-of-question.ts";
import { TextField } from "./text-field.tsx";

interface CodeFieldProps {
  readonly parameter: CatalogueParameter;
  readonly asked: string;
  readonly known: KnownOfAnswer;
  readonly onAsk: (code: string) => void;
}

/** The code, with its description where the answer has one, and the code that was meant where the answer knows it. */
export function CodeField({ parameter, asked, known, onAsk }: CodeFieldProps) {
  const { name } = parameter;
  const meant = known.remedies.find((remedy) => remedy.parameter === name);
  const description = known.said(`${name}_description`);
  return (
    <TextField
      parameter={name}
      label={parameter.required ? labelOf(name) : `${labelOf(name)} (where there is one)`}
      hint={<Hint of={parameter} />}
      note={
        meant === undefined ? (
          (description ?? undefined)
        ) : (
          <>
            {meant.why}.{" "}
            <button
              type="button"
              class="quiet in-text"
              onClick={() => {
                onAsk(meant.value);
                // The button is gone with the answer that offered it.
                document.getElementById(controlId(name))?.focus();
              }}
            >
              Use <span class="code">{meant.value}</span>
            </button>
          </>
        )
      }
      fault={known.faults[name]}
      asked={asked}
      meant={upperCased}
      isCode
      onAsk={onAsk}
    />
  );
}
