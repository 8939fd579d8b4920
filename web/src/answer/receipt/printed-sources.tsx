import type { ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/catalogue.ts";
import { sourceOf } from "./source-of.ts";

interface PrintedSourcesProps {
  readonly explained: ResultExplanation;
  readonly setting: CatalogueSetting;
  /** In the order of their numbers. */
  readonly figures: readonly string[];
}

/** On paper nothing opens: the sources of all figures stand below the receipt, by the numbers that the figures have there. */
export function PrintedSources({ explained, setting, figures }: PrintedSourcesProps) {
  if (figures.length === 0) return null;
  return (
    <div class="on-paper printed-sources">
      <h3>Sources</h3>
      <ol>
        {figures.map((id) => {
          const source = sourceOf(explained, id, setting);
          return source === null ? null : (
            <li key={id}>
              <strong>
                {source.name} {source.value}
              </strong>
              {source.said.map(([label, value]) => ` · ${label}: ${value}`).join("")}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
