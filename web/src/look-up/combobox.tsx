import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** What a control needs to be read out with its hint and its error. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** A line of the list under a field. */
export interface Suggestion {
  /** As it is read out, and what distinguishes it together with its detail. */
  readonly name: string;
  /** The name as it is shown. */
  readonly title: ComponentChildren;
  readonly detail: string;
  /** Apart from the others: it is not one of the things that were found. */
  readonly isApart: boolean;
  /** The list stays open: the suggestion leads to others. */
  readonly keepsOpen: boolean;
  readonly choose: () => void;
}

interface ComboboxProps {
  readonly control: ControlProps;
  /** The id of its list. */
  readonly list: string;
  readonly listLabel: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly charactersMax: number;
  readonly suggestions: readonly Suggestion[];
  /** Above and below the list: what it lists, and how much of it. */
  readonly heading: string | null;
  readonly foot: string;
  readonly onType: (text: string) => void;
  /** Escape, after an Escape that kept it: what was typed is given up. */
  readonly onUndo: () => void;
  /** Enter, or the focus leaves: what was typed is looked up. Returns whether Enter may send the form. */
  readonly onAsk: () => boolean;
}

/** A field with a list by the ARIA pattern (editable combobox with a list). The focus stays in the field. */
export function Combobox(props: ComboboxProps) {
  const { control, list, listLabel, suggestions, heading, foot } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isEscaped = useRef(false);
  const isShown = isOpen && (suggestions.length > 0 || foot !== "");
  const meant = isShown ? suggestions[active] : undefined;

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function choose(suggestion: Suggestion) {
    if (!suggestion.keepsOpen) close();
    suggestion.choose();
  }

  function move(to: number) {
    setIsOpen(true);
    if (suggestions.length > 0) setActive((to + suggestions.length) % suggestions.length);
  }

  function ask(): boolean {
    close();
    return props.onAsk();
  }

  function onKeyDown(event: KeyboardEvent) {
    const wasEscaped = isEscaped.current && !isShown;
    isEscaped.current = event.key === "Escape";
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault();
        return move(isShown ? active + 1 : 0);
      case "ArrowUp":
        event.preventDefault();
        return move(active < 0 ? -1 : active - 1);
      case "Home":
      case "End":
        // Without a chosen suggestion these keys belong to the text.
        if (meant === undefined) return;
        event.preventDefault();
        return move(event.key === "Home" ? 0 : -1);
      case "Escape":
        // The first one closes the list, whether one is there or not, and keeps the text.
        if (wasEscaped) props.onUndo();
        return close();
      case "Enter":
        // Choosing looks up at once; the form is not sent besides.
        if (meant !== undefined || !ask()) event.preventDefault();
        if (meant !== undefined) choose(meant);
        return;
      case "Tab":
        if (meant !== undefined && !meant.keepsOpen) choose(meant);
        return;
    }
  }

  return (
    <div class="combobox">
      <input
        {...control}
        type="text"
        role="combobox"
        class={props.isCode === true ? "code" : undefined}
        autocomplete="off"
        autocapitalize={props.isCode === true ? "characters" : "off"}
        spellcheck={false}
        maxLength={props.charactersMax}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={meant === undefined ? undefined : optionId(list, active)}
        value={props.value}
        onInput={({ currentTarget }) => {
          props.onType(currentTarget.value);
          setIsOpen(true);
          setActive(-1);
        }}
        onClick={() => setIsOpen(true)}
        onFocus={({ currentTarget }) => {
          isEscaped.current = false;
          currentTarget.select();
        }}
        onKeyDown={onKeyDown}
        onBlur={ask}
      />
      <div class="combobox-popup" hidden={!isShown}>
        {isShown && heading !== null ? <p class="combobox-heading">{heading}</p> : null}
        <SuggestionList
          id={list}
          label={listLabel}
          suggestions={isShown ? suggestions : []}
          active={active}
          onChoose={choose}
        />
        {/* Not every screen reader says which option a field means (aria-activedescendant). */}
        <p class="unseen" role="status">
          {meant === undefined ? "" : `${meant.name}, ${meant.detail}, ${active + 1} of ${suggestions.length}`}
        </p>
        <p class="combobox-foot" role="status">
          {isShown ? foot : ""}
        </p>
      </div>
    </div>
  );
}

function optionId(list: string, place: number): string {
  return `${list}-${place}`;
}

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

function SuggestionList({ id, label, suggestions, active, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const meant = suggestions[active];
  // Also when others were found: the list is another then, and the option stands elsewhere.
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active, meant?.detail, suggestions.length]);
  // Listeners of the list: an option has no keys to answer to, the field has them.
  useEffect(() => {
    const place = list.current;
    const keepFocus = (event: Event) => event.preventDefault();
    const choose = (event: Event) => {
      const clicked = [...(place?.children ?? [])].findIndex(
        (each) => event.target instanceof Node && each.contains(event.target),
      );
      const suggestion = suggestions[clicked];
      if (suggestion !== undefined) onChoose(suggestion);
    };
    place?.addEventListener("mousedown", keepFocus);
    place?.addEventListener("click", choose);
    return () => {
      place?.removeEventListener("mousedown", keepFocus);
      place?.removeEventListener("click", choose);
    };
  });
  return (
    <div ref={list} id={id} role="listbox" aria-label={label}>
      {suggestions.map((suggestion, place) => (
        <div
          key={`${suggestion.name} ${suggestion.detail}`}
          id={optionId(id, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          class={suggestion.isApart ? "combobox-option combobox-apart" : "combobox-option"}
        >
          <span class="combobox-name">{suggestion.title}</span>
          <span class="combobox-detail">{suggestion.detail}</span>
        </div>
      ))}
    </div>
  );
}
