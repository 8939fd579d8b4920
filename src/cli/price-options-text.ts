import type { Option, Options, TriedValue } from "../options/options.ts";
import { wrapped } from "./wrapped.ts";

/** The options of a lookup as text: what changes the price with what it would be, and then what does not. */
export function priceOptionsText({ rate_found, payment_rate, parameters, complete }: Options): string {
  const mattering = parameters.filter(({ matters }) => matters === true);
  return [
    `As sent: ${paid({ rate_found, payment_rate })}`,
    ...mattering.map(optionText),
    listed(
      "Changes nothing here",
      parameters.filter(({ matters }) => matters === false),
    ),
    listed(
      "Not known",
      parameters.filter(({ matters }) => matters === null),
    ),
    complete ? "" : wrapped("", "Not every value was tried: the provider has too many records."),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function optionText({ parameter, sent, assumed, description, values }: Option): string {
  const now = sent === null ? (assumed === null ? "not sent" : `not sent, assumed ${assumed}`) : `sent ${sent}`;
  return [
    wrapped("", `${parameter} (${now})`),
    wrapped("  ", description),
    ...grouped(values).map(([effect, of]) => wrapped("    ", `${effect}: ${of.join(", ")}`)),
  ].join("\n");
}

/** Values that come to the same stand together: most of a long list have no rate. */
function grouped(values: readonly TriedValue[]): readonly (readonly [string, readonly string[]])[] {
  const groups = Map.groupBy(values, effectText);
  return [...groups].map(([effect, of]) => [effect, of.map(({ value }) => (value === null ? "not sent" : `${value}`))]);
}

function effectText(value: TriedValue): string {
  const { difference, results, differs } = value;
  const amount = paid(value);
  const change = difference === null || !differs ? "" : ` (${difference.startsWith("-") ? "" : "+"}${difference})`;
  return `${amount}${change}${results > 1 ? `, first of ${results} results` : ""}`;
}

function paid({ rate_found, payment_rate }: Pick<TriedValue, "rate_found" | "payment_rate">): string {
  if (payment_rate !== null) return `$${payment_rate}`;
  return rate_found ? "rate found, no dollar amount" : "no rate";
}

function listed(title: string, options: readonly Option[]): string {
  if (options.length === 0) return "";
  return wrapped("", `${title}: ${options.map(({ parameter }) => parameter).join(", ")}`);
}
