import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { plural } from "../../../src/core/text/plural.ts";
import { goTo, namesIn, quotedPart, repeatedParts, type ViewProps } from "../address.ts";
import { AnswerView } from "../answer/answer-view.tsx";
import { ElsewhereSection } from "../answer/elsewhere/elsewhere-section.tsx";
import { CompareSection } from "../beside-others/compare-section.tsx";
import { comparedNames } from "../beside-others/groups.ts";
import { HistorySection } from "../over-time/history-section.tsx";
import { WithOutside } from "../parts/chart-frame.tsx";
import { Boundary } from "../parts/notice.tsx";
import {
  type AddressLookup,
  addressOfLookup,
  BILLED,
  isSameLookup,
  type Lookup,
  lookupIn,
  UNITS,
  useKnownOfAnswer,
  withFields,
} from "./lookup.ts";
import "./look-up.css";
import { billedFault } from "../answer/billed-limit.ts";
import type { CatalogueParameter, CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { labelOf, listText, valueText } from "../words/names.ts";
import { useFocusOnWanted, wantField } from "./claim-options.tsx";
import { CODES } from "./codes.ts";
import { fieldName, needed } from "./faults.ts";
import { useNamedProvider } from "./providers.ts";
import {
  controlId,
  lackingIn,
  PROVIDER_NAME,
  partsOfQuestion,
  QuestionForm,
  questionText,
  Unsent,
  useUnsent,
} from "./question-form.tsx";
import { RecentLookups } from "./recent-lookups.tsx";

/** The question on the left, the answer on the right. */
export function LookUpView({ query, states, release }: ViewProps) {
  const found = lookupIn(query, states);
  if (found === null) return <h1>This key is enabled for no state</h1>;
  return <LookUp {...found} states={states} release={release} />;
}

type LookUpProps = Pick<ViewProps, "states" | "release"> & AddressLookup;

function LookUp({ lookup, notUnderstood, leftOut, states, release }: LookUpProps) {
  const isUnderstood = notUnderstood.length === 0;
  const ofAnswer = useKnownOfAnswer(lookup, isUnderstood);
  const lacking = lackingIn(lookup);
  const { faults: lackingFaults, refuse } = useLackingFaults(lacking);
  const known = { ...ofAnswer, faults: { ...ofAnswer.faults, ...lackingFaults } };
  const unsent = useUnsent();
  const named = useNamedProvider(lookup);
  const answer = useRef<HTMLElement>(null);
  // Another group to compare with, and other units, are the same question.
  const { compared: _, units: _units, billed: _billed, ...question } = lookup;
  const address = addressOfLookup(question);
  const isFaulty = Object.keys(known.faults).length > 0;
  const { isOpen, setIsOpen, isByQuestion } = useFold(address, isFaulty, answer);
  useFocusOnWanted(lookup.setting, () => setIsOpen(true));
  const { understood } = known;
  const dayUsed = understood[lookup.setting.day_parameter];
  const text = questionText(lookup, named.choice?.name ?? null, dayUsed === undefined ? dayUsed : String(dayUsed));
  const place = `${lookup.state.name} ${lookup.setting.setting}`;
  useTitle(isUnderstood ? `${text} · ${place}` : "The address is not understood");
  useSlash();
  // Once everything that names it is known.
  const recent = { address: recentAddress(lookup), place: [place, ...entered(lookup)].join(" · ") };
  const isAnswered = isUnderstood && Object.keys(understood).length > 0 && !named.isComing;

  /** The lookup of the current address: two fields may be left before the page renders again. */
  function current(): Lookup {
    return lookupIn(new URLSearchParams(location.search), states)?.lookup ?? lookup;
  }
  function show(next: Lookup) {
    if (!isSameLookup(next, current())) goTo(addressOfLookup(next));
  }
  function change(fields: Readonly<Record<string, string | null>>) {
    show(withFields(current(), fields));
    // As after a link: the reader continues at the price, above what was pressed.
    scrollTo(0, 0);
  }
  function setUnits(units: string) {
    const { units: _before, ...others } = current();
    show(units === "" ? others : { ...others, units });
  }
  const byQuestion = (next: Lookup) => {
    isByQuestion.current = true;
    show(next);
  };

  function answered() {
    if (!isUnderstood) return <NotUnderstood faults={notUnderstood} lookup={lookup} />;
    if (lacking.length > 0 && !isFaulty) return <Lacking lacking={lacking} />;
    if (isFaulty) return <Refused parameters={Object.keys(known.faults)} />;
    return (
      <>
        {unsent.refused.length === 0 ? null : <Refused parameters={unsent.refused} />}
        <div hidden={unsent.refused.length > 0}>
          <Boundary what="The price" of={address}>
            <AnswerView
              lookup={lookup}
              isUnsent={unsent.isAny}
              release={release}
              onChange={change}
              onUnits={setUnits}
            />
          </Boundary>
          <div class="below-answer" inert={unsent.isAny} aria-hidden={unsent.isAny}>
            <Boundary what="The price over time" of={address}>
              <HistorySection lookup={lookup} />
            </Boundary>
            <Boundary what="The comparison with others" of={address}>
              <CompareSection lookup={lookup} />
            </Boundary>
            <Boundary what="The code of this rate" of={address}>
              <ElsewhereSection lookup={lookup} />
            </Boundary>
          </div>
        </div>
      </>
    );
  }

  return (
    <div class="look-up">
      <h1 class="unseen">Look up a rate</h1>
      <section class={isOpen ? "question" : "question question-folded"} aria-label="Question">
        <div class="question-line">
          <p>
            <span class="question-place">{place}</span>{" "}
            <WithOutside text={text} outside={named.choice?.name ?? lookup.fields[PROVIDER_NAME] ?? null} />
            {dayUsed === undefined && lookup.fields[lookup.setting.day_parameter] === undefined && (
              <span class="day-to-come" aria-hidden="true">
                {" 00, 0000"}
              </span>
            )}
          </p>
          <button type="button" aria-expanded={isOpen} aria-controls="question" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Close" : "Change"}
            <span class="unseen"> the question</span>
          </button>
        </div>
        <div id="question" class="question-fields">
          <Unsent.Provider value={unsent.report}>
            <QuestionForm
              lookup={lookup}
              states={states}
              release={release}
              known={known}
              named={named}
              leftOut={leftOut}
              isPriced={isUnderstood}
              onChange={(fields) => byQuestion(withFields(current(), fields))}
              onCode={(fields, codes) => {
                // Units and what was billed are of the claim line with the code before.
                const { units: _before, billed: _billedBefore, ...others } = withFields(current(), fields);
                byQuestion({ ...others, codes });
              }}
              onLeaveOut={(fields) => {
                isByQuestion.current = true;
                // Going back to the address would lead here again.
                goTo(addressOfLookup(withFields(current(), fields)), true);
              }}
              onLookup={byQuestion}
              onSubmit={() => {
                const [refused] = unsent.refused;
                if (refused !== undefined) return wantField(refused);
                if (refuse(lackingIn(current()))) return;
                setIsOpen(false);
                answer.current?.focus();
              }}
            />
          </Unsent.Provider>
          <RecentLookups shown={isAnswered ? { ...recent, text } : null} address={recent.address} />
        </div>
      </section>
      <section class="answer-place" aria-label="Answer" ref={answer} tabIndex={-1}>
        {answered()}
      </section>
    </div>
  );
}

/**
 * On a narrow screen the question is folded into a line. It opens on request and when it has an error. It folds again when another
 * lookup is shown than by its own fields: an example, a remedy, going back. The reader then continues at the answer, since what was
 * pressed is gone with the answer before.
 */
function useFold(address: string, isFaulty: boolean, answer: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const isByQuestion = useRef(false);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== address && !isByQuestion.current) {
      setIsOpen(false);
      const { activeElement } = document;
      const isLost = activeElement === document.body || answer.current?.contains(activeElement) === true;
      if (isLost) answer.current?.focus({ preventScroll: true });
    }
    shown.current = address;
    isByQuestion.current = false;
  }, [address]);
  useEffect(() => {
    // The pressed control may be folded away now, such as an example.
    const { activeElement } = document;
    if (!isOpen && activeElement?.checkVisibility() === false) answer.current?.focus({ preventScroll: true });
  }, [isOpen]);
  useEffect(() => {
    if (isFaulty) setIsOpen(true);
  }, [isFaulty]);
  return { isOpen, setIsOpen, isByQuestion };
}

/** Of the question and its units. Lookups that differ only in what was billed would read alike in the list. */
export function recentAddress(lookup: Lookup): string {
  return addressOfLookup({ ...lookup, codes: [], billed: "" });
}

/** What else was entered than the question in a line says: "Modifier 26". */
function entered({ setting, fields, units }: Lookup): readonly string[] {
  const { others } = partsOfQuestion(setting);
  const facts = others.flatMap(({ name }) => {
    const value = fields[name];
    return value === undefined ? [] : [`${labelOf(name)} ${valueText(value)}`];
  });
  return units === undefined ? facts : [...facts, `${labelOf(UNITS)} ${units}`];
}

/** The key / leads to the provider, as on other pages with a search; in a field it is a letter. */
function useSlash(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      wantField(PROVIDER_NAME);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Browsers do not shorten titles, and a name can have any length. */
const TITLE_CHARACTERS_MAX = 120;

/** For bookmarks, tabs and the list of pages to go back to. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const isLong = title.length > TITLE_CHARACTERS_MAX;
    document.title = `${isLong ? `${title.slice(0, TITLE_CHARACTERS_MAX)}…` : title} · Ratebook`;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** Lookups of the setting as examples. */
export function Examples({ lookup }: { readonly lookup: Lookup }) {
  const { setting } = lookup;
  if (setting.examples.length === 0) return null;
  return (
    <section class="examples">
      <h2>Examples</h2>
      <ul>
        {setting.examples.map(({ title, query }) => {
          const example = { state: lookup.state, setting, fields: query };
          return (
            <li key={title}>
              <Link to={addressOfLookup(example)} isCurrent={isSameLookup(example, lookup)}>
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Missing fields of a question, as errors once it was sent without them. */
interface LackingFaults {
  readonly faults: Readonly<Record<string, string>>;
  /** Call it when the question is sent: it moves to the first missing field; false when there is none. */
  readonly refuse: (lacking: readonly CatalogueParameter[]) => boolean;
}

/** Errors are shown only after the reader has sent the question. */
function useLackingFaults(lacking: readonly CatalogueParameter[]): LackingFaults {
  const [isShown, setIsShown] = useState(false);
  const isLacking = lacking.length > 0;
  useEffect(() => {
    if (!isLacking) setIsShown(false);
  }, [isLacking]);
  return {
    faults: isShown ? Object.fromEntries(lacking.map(({ name }) => [name, needed(name)])) : {},
    refuse: (found) => {
      const [first] = found;
      if (first === undefined) return false;
      setIsShown(true);
      wantField(first.name);
      return true;
    },
  };
}

/** In place of the price: what to enter. */
function Lacking({ lacking }: { readonly lacking: readonly CatalogueParameter[] }) {
  return (
    <p class="lacking" role="status">
      To look a rate up, enter {listText(lacking.map(({ name }) => withArticle(fieldName(name).toLowerCase())))}.
    </p>
  );
}

/** "a billing code", "an admit date" */
function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}

/** In place of the price: which fields have an error. The error itself stands at its field, and only there. */
function Refused({ parameters }: { readonly parameters: readonly string[] }) {
  return (
    <div class="notice notice-fault" role="alert">
      <h2>Nothing was looked up</h2>
      <p>
        {parameters.length === 1 ? "One field has" : `${parameters.length} fields have`} an error:{" "}
        {parameters.map((name, place) => (
          <span key={name}>
            {place === 0 ? "" : ", "}
            <a href={`#${controlId(name)}`}>{fieldName(name)}</a>
          </span>
        ))}
      </p>
    </div>
  );
}

interface NotUnderstoodProps {
  readonly faults: readonly string[];
  /** What is left of the address without them. */
  readonly lookup: Lookup;
}

/** In place of the price: one for another question would be mistaken for this answer. */
function NotUnderstood({ faults, lookup }: NotUnderstoodProps) {
  return (
    <div class="notice notice-fault" role="alert">
      <h2>The address is not understood</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p>Nothing was looked up: the price would be of something else than the address says.</p>
      <p>
        <Link to={addressOfLookup(lookup)}>
          Leave {plural(faults.length, "it", "them")} out, in {lookup.state.name} {lookup.setting.setting}
        </Link>
      </p>
    </div>
  );
}

/** Of the address alone: they say what the parameters are parameters of. */
const PLACE = ["state", "setting"];

/**
 * Parts of an address that no lookup has, each as a sentence without its full stop. None may be ignored: the price would be for
 * something else than the address.
 */
export function addressFaults(
  query: URLSearchParams,
  states: readonly CatalogueState[],
  { state, setting }: { readonly state: CatalogueState; readonly setting: CatalogueSetting },
): readonly string[] {
  const [stateCode, settingName] = PLACE.map((name) => query.get(name)?.trim() ?? "");
  const compared = comparedNames({ state, setting });
  const twice = repeatedParts(query, {
    [CODES]: "The list of codes",
    [UNITS]: "The number of units",
    [BILLED]: "What was billed",
    ...Object.fromEntries(compared.map((name) => [name, "A condition of the comparison"])),
  });
  if (stateCode && !states.some(({ code }) => code === stateCode)) {
    return [`${quotedPart(stateCode)} is not a state that this key is enabled for`, ...twice];
  }
  if (settingName && settingName !== setting.setting) {
    return [`${quotedPart(settingName)} is not a setting of ${state.name}`, ...twice];
  }
  const known = new Set([...PLACE, CODES, UNITS, BILLED, ...setting.parameters.map(({ name }) => name), ...compared]);
  const unknown = namesIn(query).filter((name) => !known.has(name));
  const billed = billedFault(query.get(BILLED)?.trim() ?? "") ?? [];
  return [...unknown.map((name) => `${quotedPart(name)} is not a part of this lookup`), ...twice, billed].flat();
}
