import { withDays } from "../../core/calendar/day.ts";
import { capital, labelOf, plainWords, valueWords, withValueWords, wordsOf } from "../../core/text/labels.ts";
import { messageWords } from "../../core/text/message-words.ts";
import { sharedTables } from "../../dataset/medicare-tables.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import type { ExplainedLookup } from "./result-words.ts";
import type { ExplainedRow } from "./schema.ts";

/** The record in the words of readers: names in words, days as people write them, dollars in groups. */
export interface ReaderWords {
  readonly text: (text: string) => string;
  /** Why there is no price, and what a reader can enter. */
  readonly message: (message: string) => string;
  readonly label: (name: string) => string;
  /** A value of a field: a flag is yes or no. */
  readonly value: (value: string) => string;
  /** `ca/drg_weights` is "DRG weights". */
  readonly table: (title: string) => string;
  readonly column: (column: string, title: string) => string;
  /** The columns that a row was found by: "procedure code 99213, modifier (empty)". */
  readonly key: (key: ExplainedRow["key"], title: string) => string;
}

/** Between the values of several results. */
const SEVERAL = "; ";

export function readerWords({ state, lookup }: ExplainedLookup): ReaderWords {
  const tables = new Map<string, Table>([...state.tables, ...sharedTables].map((table) => [titleOf(table), table]));
  const { acronyms } = lookup;
  const text = (written: string) => withDays(plainWords(withValueWords(written, state.valueWords), acronyms));
  const column = (name: string, title: string) => tables.get(title)?.words[name] ?? wordsOf(name, acronyms);
  return {
    text,
    message: (message) => withDays(messageWords(withValueWords(message, state.valueWords), "field", acronyms)),
    label: (name) => labelOf(name, acronyms),
    value: (value) => {
      const words = value.split(SEVERAL).map((each) => valueWords(each, state.valueWords));
      return text(words.join(SEVERAL));
    },
    table: (title) => tables.get(title)?.called ?? title,
    column,
    key: (key, title) =>
      Object.entries(key)
        .map(([name, value]) => {
          const cell = value === null ? "(empty)" : String(value);
          const words = tables.get(title)?.words ?? {};
          return `${column(name, title)} ${Object.hasOwn(words, cell) ? words[cell] : cell}`;
        })
        .join(", "),
  };
}

/** The name of a table at the beginning of a line. */
export function tableTitle(title: string, words: ReaderWords): string {
  return capital(words.table(title));
}
