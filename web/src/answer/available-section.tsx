import type { Result } from "../../../src/pricing/result.ts";
import type { CatalogueSetting } from "../api/catalogue.ts";
import { labelOf } from "../words/name.ts";
import { availableIn } from "./available.ts";
import "./assumed-and-available.css";

interface AvailableSectionProps {
  readonly result: Result;
  readonly setting: CatalogueSetting;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** What else was available, each a lookup away. */
export function AvailableSection({ result, setting, onChange }: AvailableSectionProps) {
  const available = availableIn(result, setting);
  if (available.length === 0) return null;
  return (
    <section class="answer-part" aria-labelledby="available-title">
      <h3 id="available-title">Also available</h3>
      {available.map(({ name, parameter, values }) => (
        <div key={name} class="available">
          <p>{labelOf(name)}</p>
          <ul>
            {values.map((value) => (
              <li key={value}>
                {parameter === null ? (
                  value
                ) : (
                  <button type="button" class="small" onClick={() => onChange({ [parameter]: value })}>
                    {value}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
