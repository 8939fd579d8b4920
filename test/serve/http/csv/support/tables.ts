import { isDeepStrictEqual } from "node:util";
import { parse } from "csv-parse/sync";
import { expect } from "vitest";

/*
 * The table of each answer worked out from its JSON, as the page docs/spreadsheets.md describes it: a second
 * implementation, which knows nothing but the JSON.
 */

export type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };
type Item = { readonly [name: string]: Json };
export type Row = Record<string, string>;

/** Rows by their headings; that every row has as many cells as there are headings is checked by the parser. */
export function rowsOf(csv: string): Row[] {
  expect(csv.endsWith("\r\n")).toBe(true);
  return parse(csv, { columns: true, record_delimiter: "\r\n" }) as Row[];
}

/** There are thousands of cells: what takes long, telling them apart in words, is done where they differ. */
export function expectRows(rows: readonly Row[], expected: readonly Row[]): void {
  if (!isDeepStrictEqual(rows, expected)) expect(rows).toEqual(expected);
}

export function headingsOf(csv: string): string[] {
  return (parse(csv, { to: 1 }) as string[][])[0] ?? [];
}

function plain(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(plain).join("|");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A cell as it should be: a text that could run is behind an apostrophe. */
function cell(value: Json | undefined): string {
  const text = plain(value);
  const begin = text.trimStart().charAt(0);
  const isNumber = text === begin || /^-[0-9.]+$/.test(text);
  const couldRun = "=+-@＝＋－＠".includes(begin) || "\t\r\n".includes(text.charAt(0));
  return begin !== "" && couldRun && !(begin === "-" && isNumber && text.length > 1) ? `'${text}` : text;
}

function cells(values: Readonly<Record<string, Json | undefined>>): Row {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cell(value)]));
}

const list = (value: Json | undefined) => value as readonly Item[];
const item = (value: Json | undefined) => value as Item;

/** Fields that JSON leaves out are empty cells. */
export function withAllHeadings(rows: readonly Row[], headings: readonly string[]): Row[] {
  return rows.map((row) => ({ ...Object.fromEntries(headings.map((name) => [name, ""])), ...row }));
}

export function lookupTable(answer: Json): Row[] {
  return list(answer).map(cells);
}

export function searchTable(answer: Json): Row[] {
  const { providers, total_results, limit_applied } = item(answer);
  return list(providers).map((provider) => cells({ ...provider, total_results, limit_applied }));
}

export function codesTable(answer: Json): Row[] {
  const { codes, total_results, limit_applied } = item(answer);
  return list(codes).map((code) => cells({ ...code, total_results, limit_applied }));
}

export function priceListTable(answer: Json): Row[] {
  const { lines, provider, state, date, next_offset } = item(answer);
  const { npi, name: provider_name } = item(provider);
  return list(lines).map(({ parameters, ...line }) => {
    const sent = Object.entries(item(parameters)).map(([parameter, value]) => `${parameter}=${plain(value)}`);
    return cells({ ...line, state, npi, provider_name, date, next_offset, parameters: sent.join(", ") });
  });
}

export function historyTable(answer: Json): Row[] {
  const { periods, next_to } = item(answer);
  return list(periods).flatMap(({ start_date, end_date, date, results, no_rate, changes }) => {
    const notices = (change: Item | undefined) => ({
      change: changes === null ? null : wordOf(change),
      payment_rate_before: item(change?.payment_rate)?.before,
      no_rate_before: item(change?.no_rate)?.before,
      changed_inputs: list(change?.inputs ?? []).map(
        ({ name, before, after }) => `${name}: ${plain(item(before)?.value)} -> ${plain(item(after)?.value)}`,
      ),
      changed_fields: list(change?.fields ?? []).map(
        ({ name, before, after }) => `${name}: ${plain(before)} -> ${plain(after)}`,
      ),
    });
    const period = { start_date, end_date, date, next_to };
    const there = list(results).map((result, place) =>
      cells({
        ...period,
        result_number: place + 1,
        ...result,
        no_rate: (no_rate as readonly Json[])[place],
        ...notices(list(changes ?? []).find((change) => change.result === place)),
      }),
    );
    const gone = list(changes ?? []).filter(({ result }) => result === null);
    return [...there, ...gone.map((change) => cells({ ...period, ...notices(change) }))];
  });
}

function wordOf(change: Item | undefined): string {
  if (change === undefined) return "unchanged";
  if (change.result === null) return "gone";
  return change.previous_result === null ? "new" : "changed";
}

export function comparisonTable(answer: Json): Row[] {
  const { compared, total_results, statistics, members } = item(answer);
  return list(members).flatMap(({ billing_code, identifiers, results, standings }, place) => {
    const member = Object.entries(item(identifiers)).map(([name, value]) => [`member_${name}`, value]);
    const whole = {
      member_number: place + 1,
      member_billing_code: billing_code,
      ...Object.fromEntries(member),
      compared,
      total_results,
    };
    if (list(results).length === 0) return [cells(whole)];
    return list(results).map((result, index) => {
      const standing = (standings as readonly (Item | null)[])[index];
      if (standing === null || standing === undefined) return cells({ ...whole, ...result });
      const { of: rank_of, ...others } = standing;
      const kind = list(statistics).find(({ payment_rate_type }) => payment_rate_type === result.payment_rate_type);
      return cells({ ...whole, ...kind, ...result, rank_of, ...others });
    });
  });
}

export function optionsTable(answer: Json): Row[] {
  const { rate_found, payment_rate, complete, parameters } = item(answer);
  const whole = { rate_found_as_sent: rate_found, payment_rate_as_sent: payment_rate, complete };
  return list(parameters).flatMap(({ values, ...option }) => {
    const tried = list(values).length === 0 ? [{}] : list(values);
    return tried.map((value) => cells({ ...option, ...value, ...whole }));
  });
}

export function whatIfTable(answer: Json): Row[] {
  const { set, results, figures } = item(answer);
  const value = (name: Json | undefined) => list(set).find(({ cell }) => cell === name)?.value;
  const ofFigures = list(figures).map(({ cell: name, unit, published }) =>
    cells({ row: "figure", name, unit, published, what_if: value(name) }),
  );
  const ofResults = list(results).flatMap(({ published, what_if, difference, no_rate, steps }, place) => {
    const number = { result_number: place + 1 };
    const [before, after] = [item(published), item(what_if)];
    const ofSteps = list(steps).map(({ section, unit, published: was, what_if: is }) =>
      cells({
        ...{ row: "step", ...number, name: section, unit },
        ...{ published: item(was)?.value, what_if: item(is)?.value },
        ...{ text_published: item(was)?.text, text_what_if: item(is)?.text },
        ...{ applied_published: item(was)?.applied, applied_what_if: item(is)?.applied },
      }),
    );
    const price = cells({
      ...{ row: "result", ...number, name: "payment_rate", unit: "dollars", difference },
      ...{ published: before?.payment_rate, what_if: after?.payment_rate },
      ...{ no_rate_published: item(no_rate).published, no_rate_what_if: item(no_rate).what_if },
      ...{ text_published: before?.calculation_method, text_what_if: after?.calculation_method },
    });
    return [price, ...ofSteps];
  });
  return [...ofFigures, ...ofResults];
}

/** The names of Medicare's fields in the table, beside its price. */
const OF_MEDICARE = "modifier place_of_service schedule status_code locality locality_name no_rate calculation_method";

export function benchmarkTable(answer: Json): Row[] {
  return list(item(answer).results).map(({ medicaid, medicare, ...compared }) => {
    const names = ["payment_rate", ...OF_MEDICARE.split(" ")];
    const ofMedicare = names.map((name) => [`medicare_${name}`, item(medicare)?.[name]]);
    return cells({ ...item(medicaid), ...Object.fromEntries(ofMedicare), ...compared });
  });
}

export function coverageTable(answer: Json): Row[] {
  const { release, date, stale_after_months, states, not_held, common } = item(answer);
  const whole = {
    date,
    stale_after_months,
    release_version: item(release).version,
    release_content_hash: item(release).content_hash,
  };
  const table = (state: Json, { publications, ...others }: Item) =>
    cells({
      ...whole,
      state,
      held: true,
      ...others,
      publications: list(publications).map(({ publication }) => publication ?? null),
      newest_editions: list(publications).map(({ newest }) => newest ?? null),
      editions_in_use: list(publications).map(({ in_use }) => in_use ?? null),
      edition_ages_months: list(publications).map(({ age_months }) => age_months ?? null),
    });
  return [
    ...list(states).flatMap(({ state, tables }) => list(tables).map((each) => table(state ?? null, each))),
    ...list(common).map((each) => table(null, each)),
    ...(not_held as readonly string[]).map((state) => cells({ ...whole, state, held: false })),
  ];
}

export function releasesTable(answer: Json): Row[] {
  const { releases, unreadable_files } = item(answer);
  return list(releases).map((release) => cells({ ...release, unreadable_files }));
}

export function changesTable(answer: Json): Row[] {
  const { changes, changes_listed, offset } = item(answer);
  return list(changes).flatMap((change, place) => {
    const { key, figure, cells: changed, table, kind, from, to, before_until } = change;
    const filled = Object.entries(item(key)).filter(([, value]) => value !== null && value !== "");
    const begin = {
      ...{ table, kind, from, to, before_until, changes_listed },
      key: filled.map(([name, value]) => `${name} ${value}`).join(", "),
      change_number: Number(offset) + place + 1,
    };
    if (list(changed).length === 0) return [cells(begin)];
    return list(changed).map((each) => cells({ ...begin, ...each, is_leading: each.column === figure }));
  });
}

/** Every member that is one value, by its path. */
export function jobTable(answer: Json): Row[] {
  const flat = (value: Item, prefix: string): [string, Json][] =>
    Object.entries(value).flatMap(([name, of]) =>
      typeof of === "object" && of !== null && !Array.isArray(of)
        ? flat(item(of), `${prefix}${name}_`)
        : [[prefix + name, of] as [string, Json]],
    );
  return [cells(Object.fromEntries(flat(item(answer), "")))];
}

/** Columns that say in words what JSON says in expressions. */
const IN_WORDS = new Set(["formula", "decision", "key", "source"]);

/** An explanation, words aside. */
export function explanationTable(answer: Json): Row[] {
  const { release, engine_version, explanations, assumptions, stale, empty_tables } = item(answer);
  const whole = {
    release_version: item(release).version,
    release_content_hash: item(release).content_hash,
    engine_version,
  };
  const ofResults = list(explanations).flatMap((explained, place) => {
    const result = item(explained.result);
    const about = {
      ...whole,
      result_number: place + 1,
      npi: result.npi,
      state_provider_id: result.state_provider_id,
      provider_name: result.provider_name,
      billing_code: result.billing_code,
      payment_rate: result.payment_rate,
    };
    const noRate = explained.no_rate === null ? null : item(explained.no_rate);
    return [
      { kind: "result", id: explained.payment, value: result.payment_rate, text: result.calculation_method },
      ...list(explained.steps).map(({ id, value, unit, applied, section, text }) => ({
        ...{ kind: "step", id, value, unit, applied, section, paid: id === explained.payment },
        ...(text === null ? {} : { text }),
      })),
      ...list(explained.inputs).map(({ id, name, value, unit, from }) => {
        const row = list(explained.rows).find((each) => each.id === item(from).row);
        const input = { kind: "input", id, name, value, unit, paid: id === explained.payment };
        if (row === undefined) return input;
        const { name: publication, ...published } = item(row.publication ?? {});
        const { table, line, effective_start_date, effective_end_date } = row;
        const period = { effective_start_date, effective_end_date };
        return { ...input, table, line, column: item(from).column, ...period, publication, ...published };
      }),
      ...(noRate === null
        ? []
        : [
            { kind: "no_rate", name: noRate.code, text: noRate.message, table: item(noRate.sought)?.table },
            ...list(noRate.remedy).map(({ parameter, value, why }) => ({
              ...{ kind: "remedy", name: parameter, value, text: why },
            })),
          ]),
    ].map((line) => cells({ ...about, ...line }));
  });
  const ofLookup = [
    ...list(assumptions).map(({ parameter, value, reason }) => ({
      ...{ kind: "assumption", name: parameter, value, text: reason },
    })),
    ...list(stale).map(({ table, edition, message }) => ({
      kind: "stale_table",
      table,
      value: edition,
      text: message,
    })),
    ...list(empty_tables).map(({ table, message }) => ({ kind: "empty_table", table, text: message })),
  ].map((line) => cells({ ...whole, ...line }));
  return [...ofResults, ...ofLookup];
}

/** The rows of an explanation without what is in words; the text of a step that JSON has none for is such, too. */
export function withoutWords(rows: readonly Row[], like: readonly Row[]): Row[] {
  return rows.map((row, place) => {
    const kept = Object.entries(row).filter(([name]) => !IN_WORDS.has(name));
    const said = Object.fromEntries(kept);
    return row.kind === "step" && like[place]?.text === undefined ? { ...said, text: "" } : said;
  });
}
