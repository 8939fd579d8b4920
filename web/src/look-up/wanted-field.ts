import { useEffect, useRef, useState } from "preact/hooks";
import type { CatalogueSetting } from "../api/catalogue.ts";
import { controlId, partsOfQuestion } from "./parts-of-question.ts";

/*
 * The answer leads back to fields of the question ("change", "fill in"), which may be folded away: the whole question on a
 * narrow screen, the facts of the claim everywhere. Each fold opens itself when a field in it is wanted.
 */

const WANTED = "ratebook-field-wanted";

/** Leads the reader to the field of a parameter. */
export function wantField(parameter: string): void {
  dispatchEvent(new CustomEvent(WANTED, { detail: parameter }));
}

/** Told which field is wanted, whenever one is. */
export function useWantedField(onWanted: (parameter: string) => void): void {
  const latest = useRef(onWanted);
  latest.current = onWanted;
  useEffect(() => {
    const tell = (event: Event) => {
      if (event instanceof CustomEvent) latest.current(String(event.detail));
    };
    addEventListener(WANTED, tell);
    return () => removeEventListener(WANTED, tell);
  }, []);
}

/** Brings the focus to a wanted field once the folds around it are open: `open` opens the outermost. */
export function useFocusOnWanted(setting: CatalogueSetting, open: () => void): void {
  // An object of its own for each time: the same field may be wanted twice.
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
    // Seen also by whoever came with the mouse: the field may stand among twenty others.
    control?.focus({ preventScroll: true, focusVisible: true });
    control?.scrollIntoView({ block: "center" });
  }, [wanted]);
}

/** The provider field stands for every parameter that it asks for, and bears the name of one. */
function controlsOf(parameter: string, setting: CatalogueSetting): readonly string[] {
  const { provider } = partsOfQuestion(setting);
  const isOfProvider = provider.some(({ name }) => name === parameter);
  return [parameter, ...(isOfProvider ? provider.map(({ name }) => name) : [])].map(controlId);
}
