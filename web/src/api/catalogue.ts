import type { Catalogue, CatalogueParameter, CatalogueSetting, CatalogueState } from "../../../src/http/catalogue.ts";
import { useAnswer } from "./use-answer.ts";

export type { Catalogue, CatalogueParameter, CatalogueSetting, CatalogueState };

/** What can be asked: states, settings, and the parameters of each, as the service declares them. */
export function useCatalogue() {
  return useAnswer<Catalogue>("/catalogue.json");
}
