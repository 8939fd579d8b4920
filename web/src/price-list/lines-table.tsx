import type { PriceLine, PriceList } from "../../../src/answers/price-list/schema.ts";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { figureText, moneyText } from "../words/amount.ts";
import { labelOf, plainWords, reasonText, valueText } from "../words/names.ts";

interface LinesTableProps {
  readonly list: PriceList;
  readonly state: CatalogueState | undefined;
}

/** The lines of a page. Each code leads to its price with the calculation. */
export function LinesTable({ list, state }: LinesTableProps) {
  const caption = `Prices of ${list.provider?.name ?? "the hospital"}`;
  const columns: readonly TableColumn<PriceLine>[] = [
    {
      title: "Code",
      cell: (line) => (
        <Link to={lookupAddress(line, list, state)}>
          <span class="price-list-code">{line.code}</span>
          {line.modifier === null ? null : `, modifier ${line.modifier}`}
        </Link>
      ),
      value: codeText,
    },
    { title: "Description", cell: ({ description }) => description, value: ({ description }) => description },
    { title: "Setting", cell: ({ setting }) => setting, value: ({ setting }) => setting, isWideOnly: true },
    { title: "Price", cell: priceShown, value: priceValue, isFigure: true },
    ...(list.lines[0]?.plans ?? []).map(({ plan }, place) => planColumn(plan, place)),
    { title: "Per", cell: ({ per }) => per, value: ({ per }) => per },
    { title: "Notes", cell: notesOf, value: notesOf, isWideOnly: true },
  ];
  return (
    <DataTable caption={caption} columns={columns} rows={list.lines} isOnePage csvLabel="Save these lines as CSV" />
  );
}

/** What a plan pays: its price, or its factor where the state has no amount. */
function planColumn(plan: string, place: number): TableColumn<PriceLine> {
  const priced = ({ kind, plans }: PriceLine, written: typeof priceShown | typeof priceValue) => {
    const of = plans[place];
    if (of === undefined) return null;
    const hasPrice = of.payment_rate !== null || of.percent_of_charges !== null;
    return hasPrice ? written({ kind, ...of }) : `x ${of.factor}`;
  };
  return {
    title: plan,
    cell: (line) => priced(line, priceShown),
    value: (line) => priced(line, priceValue),
    isFigure: true,
  };
}

/** "71046, modifier 26" */
function codeText({ code, modifier }: PriceLine): string {
  return modifier === null ? code : `${code}, modifier ${modifier}`;
}

/** The same line as a lookup: provider, code and day, and what else it was sent. */
function lookupAddress(line: PriceLine, { provider, date, state: code }: PriceList, state: CatalogueState | undefined) {
  const setting = state?.settings.find((each) => each.setting === line.setting);
  const day = setting === undefined ? {} : { [setting.day_parameter]: date };
  const { npi = "" } = provider ?? {};
  return addressText("/", {
    ...{ state: code, setting: line.setting, npi, billing_code: line.code },
    ...day,
    ...line.parameters,
  });
}

const WITHOUT_AMOUNT = { by_report: "by report", incomplete: "needs more" } as const;

type Priced = Pick<PriceLine, "kind" | "payment_rate" | "percent_of_charges">;

function priceShown({ kind, payment_rate, percent_of_charges }: Priced): string {
  if (kind === "amount") return moneyText(payment_rate ?? "");
  return kind === "percent_of_charges" ? `${figureText(percent_of_charges ?? "")} % of charges` : WITHOUT_AMOUNT[kind];
}

function priceValue({ payment_rate, percent_of_charges, kind }: Priced): string | null {
  if (kind === "amount") return payment_rate;
  return kind === "percent_of_charges" ? `${percent_of_charges} % of charges` : null;
}

/** What a reader has to know about a line: which of several it is, what it was sent, and how it is paid without an amount. */
function notesOf({ which, parameters, algorithm, modifier_factor: factor }: PriceLine): string {
  const { modifier: _, billing_code_type: __, ...others } = parameters;
  const sent = Object.entries(others).map(([name, value]) => `${labelOf(name)}: ${valueText(value)}`);
  const ofModifier = factor === null ? "" : `no published rate: the factor ${factor} is the same for every code`;
  return [plainWords(which ?? ""), ...sent, ofModifier, reasonText(plainWords(algorithm ?? ""))]
    .filter((text) => text !== "")
    .join("; ");
}
