import { useEffect, useRef } from "preact/hooks";
import { matchedPieces, type ProviderChoice } from "./provider-record.ts";
import type { FoundProviders } from "./use-provider-search.ts";

export interface ProviderOption {
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
export function ProviderList(props: ProviderListProps) {
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
