import { labelOf } from "../words/name.ts";
import { IDS } from "./controls.ts";
import { canGroupBy, type Draft } from "./draft.ts";
import type { ShownTable } from "./job.ts";

interface HowToCompareProps {
  readonly table: ShownTable;
  readonly draft: Draft;
  readonly isLocked: boolean;
  /** `isRead`: whether it changes how the file is read, so that the service looks at it again. */
  readonly onChange: (changes: Partial<Draft>, isRead: boolean) => void;
}

/** From which difference on a line counts, whether charges limit what is expected, and what totals are made by. */
export function HowToCompare({ table, draft, isLocked, onChange }: HowToCompareProps) {
  const { groupings, headings } = table;
  const chosen = draft.by ?? groupings;
  const others = headings.map(({ heading }) => heading).filter((heading) => canGroupBy(heading));
  const toggle = (name: string) =>
    onChange({ by: chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name] }, false);
  const box = (name: string, label: string) => (
    <label key={name} class="box">
      <input
        type="checkbox"
        checked={chosen.includes(name)}
        // Without any, the service would make the usual totals.
        disabled={isLocked || (chosen.length === 1 && chosen.includes(name))}
        onChange={() => toggle(name)}
      />{" "}
      {label}
    </label>
  );
  return (
    <div class="compare">
      <div class="field">
        <label for={IDS.tolerance}>Tolerance</label>
        <p class="hint" id="tolerance-hint">
          Differences up to this much are as expected: dollars such as 0.50, or a share such as 1%. Empty: every cent
          counts.
        </p>
        <input
          id={IDS.tolerance}
          aria-describedby="tolerance-hint"
          autocomplete="off"
          value={draft.tolerance}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ tolerance: currentTarget.value }, true)}
        />
        <label class="box">
          <input
            id={IDS.no_charge_limit}
            type="checkbox"
            checked={!draft.noChargeLimit}
            disabled={isLocked}
            onChange={({ currentTarget }) => onChange({ noChargeLimit: !currentTarget.checked }, true)}
          />{" "}
          Expect at most what was billed
        </label>
      </div>
      <fieldset id={IDS.by} class="totals-by">
        <legend class="label">Totals by</legend>
        {groupings.map((name) => box(name, labelOf(name)))}
        {others.length === 0 ? null : (
          <details>
            <summary>Columns of the file</summary>
            {[...new Set(others)].map((name) => box(name, name))}
          </details>
        )}
      </fieldset>
    </div>
  );
}
