import { addressOfLookup, type Lookup } from "../look-up/lookup.ts";
import type { TableColumn } from "../parts/data-table.tsx";
import { Link } from "../parts/link.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import type { ProviderRecord } from "./group.ts";
import { lookupAt, type Price } from "./rate-comparison.ts";

/** The columns of the table of a comparison; the city where the search knows it. */
export function memberColumns(lookup: Lookup, records: readonly ProviderRecord[]): readonly TableColumn<Price>[] {
  const cityOf = ({ identifiers }: Price): string | null => {
    const record = records.find((each) =>
      Object.entries(identifiers).every(([name, value]) => value === null || each[name] === value),
    );
    return typeof record?.city === "string" ? record.city : null;
  };
  return [
    {
      title: "Provider",
      cell: (price) => (
        <>
          <Link to={addressOfLookup(lookupAt(lookup, price.identifiers))}>{price.provider}</Link>
          {price.name === "" ? null : `, ${price.name}`}
          {price.isOwn ? <b> (this provider)</b> : null}
          {price.whyNot === null ? null : <span class="why-not">{price.whyNot}</span>}
        </>
      ),
      value: ({ provider, name }) => (name === "" ? provider : `${provider}, ${name}`),
    },
    { title: "City", cell: (price) => cityOf(price), value: cityOf },
    {
      title: "Price",
      cell: ({ amount }) => (amount === null ? "no rate" : moneyText(amount)),
      value: ({ amount }) => amount,
      isFigure: true,
    },
    {
      title: "From the median",
      cell: ({ standing }) => (standing === null ? "" : differenceText(standing.difference_from_median)),
      value: ({ standing }) => standing?.difference_from_median ?? null,
      isFigure: true,
    },
    {
      title: "Rank",
      cell: ({ standing }) => standing?.rank ?? "",
      value: ({ standing }) => standing?.rank ?? null,
      isFigure: true,
    },
  ];
}
