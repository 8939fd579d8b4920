import type { CatalogueSetting } from "../api/catalogue.ts";
import { measureText } from "../words/amount.ts";
import { figureName } from "../words/figure-name.ts";
import { sourceText } from "./figure-source.ts";
import type { ResultChange } from "./history.ts";

type Input = ResultChange["inputs"][number];
type Told = NonNullable<Input["after"]>;

interface ChangedFiguresProps {
  readonly inputs: readonly Input[];
  readonly setting: CatalogueSetting;
  /** The period before has no rate, so that none of its figures is there to compare with. */
  readonly isFirst: boolean;
}

/** The published figures that differ, before and after, each with where it comes from. */
export function ChangedFigures({ inputs, setting, isFirst }: ChangedFiguresProps) {
  return (
    <>
      <ul class="changed-figures">
        {inputs.map((input, place) => (
          <li key={`${place} ${input.name}`}>
            {figureName(input.name, setting)} <FromTo input={input} isFirst={isFirst} />
          </li>
        ))}
      </ul>
      <details>
        <summary>Where {inputs.length === 1 ? "it comes" : "they come"} from</summary>
        <ul class="figure-sources">
          {inputs.map((input, place) => (
            <li key={`${place} ${input.name}`}>
              {figureName(input.name, setting)}
              <Source when="before" told={input.before} />
              <Source when="after" told={input.after} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** "0.3991 \u2192 0.4009"; one value alone where the other period has none. */
function FromTo({ input: { unit, before, after }, isFirst }: { readonly input: Input; readonly isFirst: boolean }) {
  if (before === null) {
    return (
      <>
        <b>{after === null ? "" : measureText(after.value, unit)}</b>
        {isFirst ? null : ", none before"}
      </>
    );
  }
  if (after === null) {
    return (
      <>
        none any more, before <b>{measureText(before.value, unit)}</b>
      </>
    );
  }
  return (
    <b>
      {measureText(before.value, unit)} {"\u2192"} {measureText(after.value, unit)}
    </b>
  );
}

function Source({ when, told }: { readonly when: string; readonly told: Told | null }) {
  return told === null ? null : (
    <p>
      <span class="when">{when}</span> {sourceText(told.from)}
    </p>
  );
}
