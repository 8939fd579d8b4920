import { useMemo } from "preact/hooks";
import type {
  Catalogue,
  CatalogueParameter,
  CatalogueSetting,
  CatalogueState,
} from "../../../src/serve/http/catalogue.ts";
import { learnAcronyms } from "../words/acronyms.ts";
import { useAnswer } from "./use-answer.ts";

export type { Catalogue, CatalogueParameter, CatalogueSetting, CatalogueState };

/** What can be asked: states, settings, and the parameters of each, as the service declares them. */
export function useCatalogue() {
  const asked = useAnswer<Catalogue>("/catalogue.json");
  const catalogue = asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
  // Before anything is drawn that is named by it.
  useMemo(() => {
    if (catalogue !== null) learnAcronyms(catalogue);
  }, [catalogue]);
  return asked;
}
