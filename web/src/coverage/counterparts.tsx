import type { CounterpartCoverage } from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../words/day.ts";
import { countText, labelOf, listText } from "../words/name.ts";

interface CounterpartsProps {
  readonly counterparts: readonly CounterpartCoverage[];
  readonly date: string;
}

/** What is of use only together with something else, and lacks it on the day. */
export function Counterparts({ counterparts, date }: CounterpartsProps) {
  const lacking = counterparts.filter((each) => each.lacking > 0);
  // Where nothing needs one, it does not matter what is loaded.
  const unloaded = counterparts.filter((each) => !each.loaded && each.checked > 0);
  const whole = counterparts.filter((each) => each.lacking === 0 && !unloaded.includes(each));
  return (
    <>
      {lacking.map((each) => (
        <details key={nameOf(each)}>
          <summary>
            {labelOf(each.what)}: <strong class="amber">{each.lacking.toLocaleString("en-US")}</strong> of{" "}
            {each.checked.toLocaleString("en-US")}
          </summary>
          <ul>
            {each.examples.map((example) => (
              <li key={example} class="code">
                {example}
              </li>
            ))}
          </ul>
          <p class="hint">
            {each.examples.length < each.lacking ? `The first ${each.examples.length}. ` : ""}From {each.of}; looked for
            in {listText(each.needs)}.
          </p>
        </details>
      ))}
      {unloaded.map((each) => (
        <p key={nameOf(each)}>
          {labelOf(each.what)}: not counted, since nothing is loaded that could be one in {listText(each.needs)}.{" "}
          {each.checked.toLocaleString("en-US")} in {each.of} need one.
        </p>
      ))}
      {whole.length === 0 ? null : (
        <details>
          <summary>Nothing lacks its counterpart in {countText(whole.length, "other check")}</summary>
          <ul>
            {whole.map((each) => (
              <li key={nameOf(each)}>
                {labelOf(each.what)}:{" "}
                {each.checked === 0
                  ? `nothing in ${each.of} needs one`
                  : `none of ${each.checked.toLocaleString("en-US")} in ${each.of}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {counterparts.length === 0 ? <p>Nothing of this state needs a counterpart.</p> : null}
      <p class="hint">Both sides as they are on {dayText(date)}.</p>
    </>
  );
}

function nameOf({ what, of }: CounterpartCoverage): string {
  return `${what} ${of}`;
}
