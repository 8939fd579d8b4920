import { useEffect, useRef, useState } from "preact/hooks";
import type { PriceLine, PriceList } from "../../../src/answers/price-list/schema.ts";
import { type ListToWrite, templateCsv, templateJson } from "../../../src/price-list/template-files.ts";
import { askPatiently, type Problem } from "../api/ask.ts";
import { saveFile } from "../parts/buttons.tsx";
import { ProblemNotice } from "../parts/notice.tsx";
import { todayHere } from "../words/day.ts";
import { type ListQuestion, listPath } from "./list-address.ts";

/** As many codes as the service answers at once. */
const CODES_AT_ONCE = 1000;

const FORMS = {
  csv: { label: "CSV for the hospital's price file", type: "text/csv", pieces: templateCsv },
  json: { label: "JSON for the hospital's price file", type: "application/json", pieces: templateJson },
} as const;

interface DownloadProps {
  readonly question: ListQuestion;
  readonly total: number;
}

/** The whole list as a file in the template of CMS: all pages are requested, then written by the code that the command uses. */
export function Download({ question, total }: DownloadProps) {
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function save(form: keyof typeof FORMS) {
    work.current = new AbortController();
    setProblem(null);
    setDone(0);
    try {
      const list = await wholeList(question, work.current.signal, setDone);
      if ("problem" in list) setProblem(list.problem);
      else {
        const { type, pieces } = FORMS[form];
        const written: ListToWrite = { list: list.whole, madeOn: todayHere() };
        saveFile(new Blob([...pieces(written)], { type }), `${list.whole.provider?.name} price list`, form);
      }
    } catch {
      // The view was left.
    } finally {
      setDone(null);
    }
  }

  return (
    <section class="price-list-download" aria-labelledby="download-title">
      <h2 id="download-title">Download</h2>
      <p>
        {Object.entries(FORMS).map(([form, { label }]) => (
          <button key={form} type="button" disabled={done !== null} onClick={() => save(form as keyof typeof FORMS)}>
            {label}
          </button>
        ))}
      </p>
      <p role="status">
        {done === null ? "" : `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} codes`}
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      <p class="hint">
        The template of CMS, version 3.0.0. Before you publish it, add what only the hospital knows: charges, cash
        prices, counts and amounts of past payments, its license and the attestation.
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

/** Requests page after page. A list of two releases would be none. */
async function wholeList(
  question: ListQuestion,
  wish: AbortSignal,
  onDone: (codes: number) => void,
): Promise<{ readonly whole: PriceList } | { readonly problem: Problem }> {
  const lines: PriceLine[] = [];
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
    offset = page.next_offset;
    onDone(offset ?? page.total_codes);
  }
  return first === null ? { problem: CHANGED } : { whole: { ...first, lines } };
}
