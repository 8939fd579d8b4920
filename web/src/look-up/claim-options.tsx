import { useEffect, useRef, useState } from "preact/hooks";
import type { Option, Options, TriedValue } from "../../../src/answers/options/schema.ts";
import { madeUpMark } from "../answer/alternatives.ts";
import type { CatalogueParameter, CatalogueSetting } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import { differenceText, moneyText, typedDigits } from "../words/amount.ts";
import { labelOf, plainWords } from "../words/names.ts";
import { ChoiceField, FlagField, hintIn, TextField } from "./fields.tsx";
import { type KnownOfAnswer, type Lookup, ratePath } from "./lookup.ts";
import { controlId, lackingIn, PROVIDER_NAME, partsOfQuestion } from "./question-form.tsx";

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
      submitted={lookup.fields[parameter.name] ?? ""}
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
        {
          // One list: a field that moves from one part to the other keeps what is being typed into it.
          [...first.map(field), ...(without.length === 0 ? [] : [NO_DIFFERENCE, ...without.map(field)])]
        }
      </div>
    </details>
  );
}

const NO_DIFFERENCE = (
  <p key="without" class="hint claim-options-without">
    These make no difference to this lookup:
  </p>
);

/**
 * The effect of each parameter on this price. It costs a pricing per value, so it is requested only while the parameters are visible,
 * and for one provider. Without an answer all are shown in the contract's order, which is never wrong.
 */
function useOptions(lookup: Lookup, isSeen: boolean): readonly PriceOption[] {
  const isAskable = isSeen && lookup.fields[PROVIDER_NAME] === undefined && lackingIn(lookup).length === 0;
  const request = useAnswer<PriceOptions>(isAskable ? ratePath(lookup, "/options") : null);
  return request.state === "answered" && request.answer.ok ? request.answer.body.parameters : [];
}

/** Moving a field takes the focus from it; this restores it. */
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

export interface OptionFieldProps {
  readonly parameter: CatalogueParameter;
  readonly submitted: string;
  /** The default while it is not given. */
  readonly assumed: string | undefined;
  /** The payments with its values, when known. */
  readonly option: PriceOption | undefined;
  readonly fault: string | undefined;
  /** An empty text removes it. */
  readonly onAsk: (value: string) => void;
}

/** How each kind is typed, and its normalisation. Other kinds are sent as typed. */
const TYPED = {
  count: { inputMode: "numeric", meant: plainNumber, isCode: false },
  dollars: { inputMode: "decimal", meant: plainNumber, isCode: false },
  code: { inputMode: "text", meant: upperCased, isCode: true },
  modifier: { inputMode: "text", meant: upperCased, isCode: true },
  text: { inputMode: "text", meant: trimmed, isCode: false },
} as const;

/** One parameter of the claim, with the control of its kind. */
function OptionField(props: OptionFieldProps) {
  const { parameter, submitted, assumed, fault, onAsk } = props;
  if (parameter.schema.type === "boolean") return <FlagField {...props} />;
  if (Array.isArray(parameter.schema.enum)) return <ChoiceField {...props} />;
  const { inputMode, meant, isCode } = typedAs(parameter.kind);
  return (
    <TextField
      parameter={parameter.name}
      label={parameter.kind === "dollars" ? `${labelOf(parameter.name)}, in dollars` : labelOf(parameter.name)}
      hint={<Hint of={parameter} />}
      note={submitted === "" ? assumed : undefined}
      fault={fault}
      submitted={submitted}
      meant={meant}
      inputMode={inputMode}
      isCode={isCode}
      onAsk={onAsk}
    />
  );
}

/** The description, its first clause at once. */
export function Hint({ of: { description } }: { readonly of: CatalogueParameter }) {
  const { first, rest } = hintIn(plainWords(description));
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

function upperCased(text: string): string {
  return text.trim().toUpperCase();
}

/** "$812,400" is 812400. What is not a number stays as it was typed, for the service to refuse. */
function plainNumber(text: string): string {
  return typedDigits(text) ?? text.trim();
}

type PriceOptions = Options;

/** What options say of a parameter, as far as the question shows it. */
export type PriceOption = Pick<Option, "parameter" | "matters"> & {
  readonly values: readonly Pick<TriedValue, "value" | "payment_rate" | "difference" | "made_up">[];
};

const NO_RATE = "no rate";

/** "$64.10, +$12.00", "$64.10, the same, made-up figure": what the lookup would pay with a value; null where it is not known. */
export function paidWith(option: PriceOption | undefined, value: string): string | null {
  const tried = option?.values.find((each) => each.value !== null && String(each.value) === value);
  if (tried === undefined) return null;
  if (tried.payment_rate === null) return NO_RATE;
  const change =
    tried.difference === null ? [] : isZero(tried.difference) ? "the same" : differenceText(tried.difference);
  return [moneyText(tried.payment_rate), change, madeUpMark(tried) ?? []].flat().join(", ");
}

function isZero(digits: string): boolean {
  return /^-?0*(?:\.0*)?$/.test(digits);
}

interface OrderedOptions<Parameter> {
  readonly first: readonly Parameter[];
  /** Those that cannot change the price of this lookup. */
  readonly without: readonly Parameter[];
}

/** Those that were set or that matter for this lookup first; all in the contract's order where that is not known. */
export function inOrderOfUse<Parameter extends { readonly name: string }>(
  parameters: readonly Parameter[],
  options: readonly PriceOption[],
  isSet: (name: string) => boolean,
): OrderedOptions<Parameter> {
  const useless = new Set(options.filter(({ matters }) => matters === false).map(({ parameter }) => parameter));
  const isWithout = ({ name }: Parameter) => useless.has(name) && !isSet(name);
  return { first: parameters.filter((each) => !isWithout(each)), without: parameters.filter(isWithout) };
}

/** Fewer than this are no crowd to look past. */
const FOLDED_FROM = 3;

/** The values of a list: those that may give a rate in their order, and those that are known to give none, which are folded away. */
export function byRate(
  option: PriceOption | undefined,
  values: readonly string[],
): { readonly shown: readonly string[]; readonly folded: readonly string[] } {
  const givesNone = (value: string) => paidWith(option, value) === NO_RATE;
  const without = values.filter(givesNone);
  // Where none gives a rate, all are alike.
  if (without.length === values.length) return { shown: values, folded: [] };
  const others = values.filter((value) => !givesNone(value));
  return without.length < FOLDED_FROM
    ? { shown: [...others, ...without], folded: [] }
    : { shown: others, folded: without };
}

/*
 * The answer leads back to fields of the question ("change", "fill in"), which may be folded away: the whole question on a
 * narrow screen, the facts of the claim everywhere. Each fold opens itself when a field in it is wanted.
 */

const WANTED = "ratebook-field-wanted";

/** Leads the reader to the field of a parameter. */
export function wantField(parameter: string): void {
  dispatchEvent(new CustomEvent(WANTED, { detail: parameter }));
}

/** Calls `onWanted` with each wanted field. */
function useWantedField(onWanted: (parameter: string) => void): void {
  const latest = useRef(onWanted);
  latest.current = onWanted;
  useEffect(() => {
    const notify = (event: Event) => {
      if (event instanceof CustomEvent) latest.current(String(event.detail));
    };
    addEventListener(WANTED, notify);
    return () => removeEventListener(WANTED, notify);
  }, []);
}

/** Brings the focus to a wanted field once the folds around it are open: `open` opens the outermost. */
export function useFocusOnWanted(setting: CatalogueSetting, open: () => void): void {
  // A new object each time: the same field may be wanted twice.
  const [wanted, setWanted] = useState<{ readonly parameter: string } | null>(null);
  useWantedField((parameter) => {
    open();
    setWanted({ parameter });
  });
  useEffect(() => {
    if (wanted === null) return;
    const control = controlsOf(wanted.parameter, setting)
      .map((id) => document.getElementById(id))
      .find((each) => each !== null);
    // Visible focus for mouse users too: the field may be one of twenty.
    control?.focus({ preventScroll: true, focusVisible: true });
    control?.scrollIntoView({ block: "center" });
  }, [wanted]);
}

/** The provider field covers several parameters and has the id of one. */
function controlsOf(parameter: string, setting: CatalogueSetting): readonly string[] {
  const { provider } = partsOfQuestion(setting);
  const isOfProvider = provider.some(({ name }) => name === parameter);
  return [parameter, ...(isOfProvider ? provider.map(({ name }) => name) : [])].map(controlId);
}
