import { countText, labelOf } from "../words/name.ts";
import type { FileReading } from "./order-state.ts";

/** The first lines as they would be read, with how cells were understood and what is wrong with them. */
export function FirstLines({ reading: { lines } }: { readonly reading: FileReading }) {
  if (lines.length === 0) return null;
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const title = `The first ${countText(lines.length, "line")} as they will be read`;
  return (
    <>
      <h3>{title}</h3>
      <section class="table-scroll data-table whole" aria-label={title} tabIndex={0}>
        <table>
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col" class="figure">
                Line
              </th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {labelOf(name)}
                </th>
              ))}
              <th scope="col">How it was read</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, values, readings, faults }) => (
              <tr key={line}>
                <td class="figure">{line}</td>
                {names.map((name) => (
                  <td key={name} class="value">
                    {values[name] ?? ""}
                  </td>
                ))}
                <td class="readings">
                  {faults.map((fault) => (
                    <p key={fault} class="fault">
                      Fault: {fault}
                    </p>
                  ))}
                  {readings.join("; ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
