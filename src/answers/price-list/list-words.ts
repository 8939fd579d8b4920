import type { PriceLine } from "./schema.ts";

/** What the lookup of a line was sent: `modifier=26, emergency_room=true`. */
export function sentText(parameters: PriceLine["parameters"]): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

/** The price of a line in a word or two. */
export function priceText({
  kind,
  payment_rate,
  percent_of_charges,
}: Pick<PriceLine, "kind" | "payment_rate" | "percent_of_charges">): string {
  switch (kind) {
    case "amount":
      return `$${payment_rate}`;
    case "percent_of_charges":
      return `${percent_of_charges} % of charges`;
    case "by_report":
      return "by report";
    case "incomplete":
      return "needs more";
  }
}
