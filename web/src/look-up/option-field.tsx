import type { CatalogueParameter } from "../api/catalogue.ts";
import { labelOf } from "../words/name.ts";
import { commaFault, typedDigits } from "../words/typed-number.ts";
import { ChoiceField } from "./choice-field.tsx";
import { FlagField } from "./flag-field.tsx";
import { hintIn } from "./hint-text.ts";
import type { PriceOption } from "./price-options.ts";
import { TextField } from "./text-field.tsx";

export interface OptionFieldProps {
  readonly parameter: CatalogueParameter;
  readonly asked: string;
  /** What stands for it while it is not given. */
  readonly assumed: string | undefined;
  /** What the lookup would pay with its values, where that is known. */
  readonly option: PriceOption | undefined;
  readonly fault: string | undefined;
  /** An empty text takes it away. */
  readonly onAsk: (value: string) => void;
}

/** How the text of each kind is typed, and what is meant by it. Kinds that are not here are taken as they are typed. */
const TYPED = {
  count: { inputMode: "numeric", meant: plainNumber, isCode: false },
  dollars: { inputMode: "decimal", meant: plainNumber, isCode: false },
  code: { inputMode: "text", meant: upperCased, isCode: true },
  modifier: { inputMode: "text", meant: upperCased, isCode: true },
  text: { inputMode: "text", meant: trimmed, isCode: false },
} as const;

/** One parameter of the claim, by the control that its kind asks for. */
export function OptionField(props: OptionFieldProps) {
  const { parameter, asked, assumed, fault, onAsk } = props;
  if (parameter.schema.type === "boolean") return <FlagField {...props} />;
  if (Array.isArray(parameter.schema.enum)) return <ChoiceField {...props} />;
  const { inputMode, meant, isCode } = typedAs(parameter.kind);
  return (
    <TextField
      parameter={parameter.name}
      label={parameter.kind === "dollars" ? `${labelOf(parameter.name)}, in dollars` : labelOf(parameter.name)}
      hint={<Hint of={parameter} />}
      note={asked === "" ? assumed : undefined}
      fault={fault !== undefined && meant === plainNumber ? (commaFault(asked) ?? fault) : fault}
      asked={asked}
      meant={meant}
      inputMode={inputMode}
      isCode={isCode}
      onAsk={onAsk}
    />
  );
}

/** The description, its first clause at once. */
export function Hint({ of: { description } }: { readonly of: CatalogueParameter }) {
  const { first, rest } = hintIn(description);
  if (rest === "") return <>{first}</>;
  return (
    <details class="hint-rest">
      <summary>
        {first} <span class="hint-more">more</span>
      </summary>
      {rest}
    </details>
  );
}

function typedAs(kind: string) {
  return kind === "count" || kind === "dollars" || kind === "code" || kind === "modifier" ? TYPED[kind] : TYPED.text;
}

function trimmed(text: string): string {
  return text.trim();
}

export function upperCased(text: string): string {
  return text.trim().toUpperCase();
}

/** "$812,400" is 812400. What is not a number stays as it was typed, for the service to refuse. */
function plainNumber(text: string): string {
  return typedDigits(text) ?? text.trim();
}
