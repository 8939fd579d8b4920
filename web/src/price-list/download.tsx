import { useEffect, useRef, useState } from "preact/hooks";
import type { PriceLine, PriceList } from "../../../src/answers/price-list/schema.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { type ListToWrite, templateCsv, templateJson } from "../../../src/price-list/template-files.ts";
import { listSheets } from "../../../src/price-list/workbook.ts";
import { askPatiently, type Problem } from "../api/ask.ts";
import { saveFile } from "../parts/buttons.tsx";
import { ProblemNotice } from "../parts/notice.tsx";
import { WORKBOOK_MEDIA_TYPE, workbookBytes } from "../parts/workbook.ts";
import { todayHere } from "../words/day.ts";
import { type ListQuestion, listPath } from "./list-address.ts";

/** As many codes as the service answers at once. */
const CODES_AT_ONCE = 1000;

/** The state's words for values. */
type Words = Readonly<Record<string, string>>;

interface Form {
  readonly label: string;
  readonly type: string;
  readonly parts: (written: ListToWrite, words: Words) => Iterable<BlobPart> | Promise<Iterable<BlobPart>>;
}

const FORMS: Readonly<Record<string, Form>> = {
  csv: { label: "CSV for the hospital's price file", type: "text/csv", parts: templateCsv },
  json: { label: "JSON for the hospital's price file", type: "application/json", parts: templateJson },
  xlsx: {
    label: "Workbook (XLSX)",
    type: WORKBOOK_MEDIA_TYPE,
    parts: (written, words) => workbookBytes(listSheets(written, words)),
  },
};

interface DownloadProps {
  readonly question: ListQuestion;
  readonly total: number;
  readonly words: Words;
}

/** The whole list as a file: all pages are requested, then written by the code that the command uses. */
export function Download({ question, total, words }: DownloadProps) {
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function save(ending: string, { type, parts }: Form) {
    work.current = new AbortController();
    setProblem(null);
    setDone(0);
    try {
      const list = await wholeList(question, work.current.signal, setDone);
      if ("problem" in list) setProblem(list.problem);
      else {
        const written: ListToWrite = { list: list.whole, madeOn: todayHere() };
        const whole = new Blob([...(await parts(written, words))], { type });
        saveFile(whole, `${list.whole.provider?.name} price list`, ending);
      }
    } catch (error) {
      // Without an error, the view was left.
      if (!work.current.signal.aborted) throw error;
    } finally {
      setDone(null);
    }
  }

  return (
    <section class="price-list-download" aria-labelledby="download-title">
      <h2 id="download-title">Download</h2>
      <p>
        {Object.entries(FORMS).map(([ending, form]) => (
          <button key={ending} type="button" disabled={done !== null} onClick={() => save(ending, form)}>
            {form.label}
          </button>
        ))}
      </p>
      <p role="status">{done === null ? "" : `${done.toLocaleString("en-US")} of ${countText(total, "code")}`}</p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <p class="hint">
        CSV and JSON are the template of CMS, version 3.0.0. Before you publish it, add what only the hospital knows:
        charges, cash prices, counts and amounts of past payments, its license and the attestation.
      </p>
    </section>
  );
}

const CHANGED: Problem = {
  status: 0,
  code: "release_changed",
  title: "The rates have changed meanwhile",
  detail: "The list would mix two publications. Download it again.",
};

/** Requests page after page. A list of two releases would be none. What pages count and warn of is that of all of them. */
async function wholeList(
  question: ListQuestion,
  wish: AbortSignal,
  onDone: (codes: number) => void,
): Promise<{ readonly whole: PriceList } | { readonly problem: Problem }> {
  const lines: PriceLine[] = [];
  const notListed = new Map<string | null, PriceList["not_listed"][number]>();
  const warnings = new Set<string>();
  let first: PriceList | null = null;
  for (let offset: number | null = 0; offset !== null; ) {
    const path = listPath({ ...question, offset: String(offset) }, CODES_AT_ONCE);
    if (path === null) break;
    const answer = await askPatiently<PriceList>(path, wish, "default", () => undefined);
    if (!answer.ok) return { problem: answer.problem };
    const page: PriceList = answer.body;
    first ??= page;
    if (page.release.content_hash !== first.release.content_hash) return { problem: CHANGED };
    lines.push(...page.lines);
    for (const each of page.not_listed) {
      const before = notListed.get(each.no_rate);
      notListed.set(each.no_rate, before === undefined ? each : { ...before, codes: before.codes + each.codes });
    }
    for (const warning of page.warnings) warnings.add(warning);
    offset = page.next_offset;
    onDone(offset ?? page.total_codes);
  }
  return first === null
    ? { problem: CHANGED }
    : {
        whole: {
          ...first,
          lines,
          next_offset: null,
          not_listed: [...notListed.values()],
          warnings: [...warnings],
        },
      };
}
