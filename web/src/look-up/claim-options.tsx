import { useEffect, useRef, useState } from "preact/hooks";
import type { CatalogueParameter } from "../api/catalogue.ts";
import { useAnswer } from "../api/use-answer.ts";
import type { KnownOfAnswer } from "./known-of-answer.ts";
import { type Lookup, ratePath } from "./lookup.ts";
import { OptionField } from "./option-field.tsx";
import { lackingIn, PROVIDER_NAME, partsOfQuestion } from "./parts-of-question.ts";
import { inOrderOfUse, type PriceOption, type PriceOptions } from "./price-options.ts";
import { useWantedField } from "./wanted-field.ts";

interface ClaimOptionsProps {
  readonly lookup: Lookup;
  readonly known: KnownOfAnswer;
  readonly isPriced: boolean;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** Every other parameter of the setting, folded away until it is wanted; those that matter for this lookup first. */
export function ClaimOptions({ lookup, known, isPriced, onChange }: ClaimOptionsProps) {
  const { others } = partsOfQuestion(lookup.setting);
  const [isOpen, setIsOpen] = useState(false);
  const isFaulty = others.some(({ name }) => known.faults[name] !== undefined);
  useEffect(() => {
    if (isFaulty) setIsOpen(true);
  }, [isFaulty]);
  useWantedField((parameter) => {
    if (others.some(({ name }) => name === parameter)) setIsOpen(true);
  });
  const options = useOptions(lookup, isOpen && isPriced);
  const set = others.filter(({ name }) => lookup.fields[name] !== undefined).length;
  const { first, without } = inOrderOfUse(others, options, (name) => lookup.fields[name] !== undefined);
  const list = useFocusKept(first.map(({ name }) => name).join(" "));
  if (others.length === 0) return null;

  const field = (parameter: CatalogueParameter) => (
    <OptionField
      key={`${lookup.state.code} ${lookup.setting.setting} ${parameter.name}`}
      parameter={parameter}
      asked={lookup.fields[parameter.name] ?? ""}
      assumed={known.assumed[parameter.name]}
      option={options.find((each) => each.parameter === parameter.name)}
      fault={known.faults[parameter.name]}
      onAsk={(value) => onChange({ [parameter.name]: value === "" ? null : value })}
    />
  );
  return (
    <details class="claim-options" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>More about the claim{set === 0 ? "" : ` (${set} set)`}</summary>
      <div class="claim-option-list" ref={list}>
        {first.map(field)}
        {without.length === 0 ? null : (
          <p key="without" class="hint claim-options-without">
            These make no difference to this lookup:
          </p>
        )}
        {without.map(field)}
      </div>
    </details>
  );
}

/**
 * What each parameter can do to the price of this lookup. It costs a pricing for each value, so it is asked only while the
 * parameters are seen, and of one provider. Without an answer all are shown in the contract's order, which is never wrong.
 */
function useOptions(lookup: Lookup, isSeen: boolean): readonly PriceOption[] {
  const isAskable = isSeen && lookup.fields[PROVIDER_NAME] === undefined && lackingIn(lookup).length === 0;
  const asked = useAnswer<PriceOptions>(isAskable ? ratePath(lookup, "/options") : null);
  return asked.state === "answered" && asked.answer.ok ? asked.answer.body.parameters : [];
}

/** Moving a field takes the focus from it; whoever was in it gets it back. */
function useFocusKept(order: string) {
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const note = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement) focused.current = event.target.id;
    };
    const forget = (event: FocusEvent) => {
      if (event.relatedTarget !== null) focused.current = null;
    };
    const place = list.current;
    place?.addEventListener("focusin", note);
    place?.addEventListener("focusout", forget);
    return () => {
      place?.removeEventListener("focusin", note);
      place?.removeEventListener("focusout", forget);
    };
  }, []);
  useEffect(() => {
    if (order !== "" && focused.current !== null && document.activeElement === document.body) {
      document.getElementById(focused.current)?.focus();
    }
  }, [order]);
  return list;
}
