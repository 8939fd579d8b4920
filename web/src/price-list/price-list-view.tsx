import type { PriceList } from "../../../src/answers/price-list/schema.ts";
import { dayText, withDays } from "../../../src/core/calendar/day.ts";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { FindAnswer } from "../../../src/pricing/provider-find.ts";
import type { ViewProps } from "../address.ts";
import { bodyOf, type RequestState, useAnswer } from "../api/use-answer.ts";
import { Link } from "../parts/buttons.tsx";
import { Notice, ProblemNotice, Waiting } from "../parts/notice.tsx";
import { Pages } from "../parts/pages.tsx";
import { listText, messageWords, plainWords } from "../words/names.ts";
import { Download } from "./download.tsx";
import { LinesTable } from "./lines-table.tsx";
import { CODES_SHOWN, type ListQuestion, listPath, providersPath, questionIn, viewAddress } from "./list-address.ts";
import { controlOf, PriceListForm } from "./price-list-form.tsx";
import "./price-list.css";

/** What Medicaid pays one hospital for every code: to browse, filter and download. */
export function PriceListView({ query, states }: ViewProps) {
  const question = questionIn(query, states);
  const path = listPath(question);
  const request = useAnswer<PriceList>(path);
  const list = path === null ? null : bodyOf(request);
  const problem = problemOf(request);
  const state = states.find(({ code }) => code === question.state);
  return (
    <div class="price-list">
      <h1>Price list</h1>
      <p>What {state?.program ?? "Medicaid"} pays one hospital for every stay and every outpatient code.</p>
      <PriceListForm question={question} states={states} date={list?.date ?? null} />
      {problem === null ? null : <ProblemNotice problem={problem} controlOf={controlOf} onAgain={request.again} />}
      <Waiting of={request} what="Pricing all codes" />
      <Providers question={question} />
      {list === null ? null : (
        <div class="price-list-answer" aria-busy={request.state === "waiting"}>
          <Answer list={list} question={question} state={state} path={path ?? ""} />
        </div>
      )}
    </div>
  );
}

function problemOf<Body>(request: RequestState<Body>) {
  return request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
}

interface FoundProvider {
  readonly npi: string | null;
  readonly provider_name: string;
  readonly provider_type_label: string;
  readonly city: string | null;
  readonly [member: string]: unknown;
}

/** The providers of a name, of which the reader chooses one. */
function Providers({ question }: { readonly question: ListQuestion }) {
  const path = providersPath(question);
  const request = useAnswer<FindAnswer<FoundProvider>>(path);
  const found = path === null ? null : bodyOf(request);
  const problem = problemOf(request);
  if (problem !== null) return <ProblemNotice problem={problem} onAgain={request.again} />;
  if (found === null) return null;
  const providers = found.providers.filter(({ npi }) => npi !== null);
  return (
    <section aria-labelledby="price-list-found">
      <h2 id="price-list-found">
        {providers.length === 0 ? "No provider with an NPI matches" : "Choose the hospital"}
      </h2>
      <ul>
        {providers.map(({ npi, provider_name, provider_type_label, city }) => (
          <li key={`${npi} ${provider_type_label}`}>
            <Link to={viewAddress({ ...question, provider: npi ?? "", offset: "" })}>{provider_name}</Link>{" "}
            {[provider_type_label, city, `NPI ${npi}`].filter((text) => text !== null).join(" · ")}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps {
  readonly list: PriceList;
  readonly question: ListQuestion;
  readonly state: ViewProps["states"][number] | undefined;
  readonly path: string;
}

function Answer({ list, question, state, path }: AnswerProps) {
  const { provider, lines, total_codes, priced_codes, next_offset, not_listed, date, warnings } = list;
  if (provider === null) {
    return (
      <Notice title="No provider has this NPI">
        <p>{state?.name ?? "The state"} has none in the rates in service. Enter words of its name instead.</p>
      </Notice>
    );
  }
  const offset = Number(question.offset || "0");
  const codes = `${(priced_codes === 0 ? 0 : offset + 1).toLocaleString("en-US")} to ${(offset + priced_codes).toLocaleString("en-US")}`;
  const at = (start: number) => viewAddress({ ...question, offset: start <= 0 ? "" : String(start) });
  return (
    <>
      <section aria-labelledby="price-list-title">
        <h2 id="price-list-title">{provider.name}</h2>
        <p>
          {[`NPI ${provider.npi}`, provider.address].filter((text) => text !== null).join(" · ")} · prices on{" "}
          {dayText(date)}
        </p>
        {/* The band of test data stands above every view already. */}
        {warnings
          .filter((warning) => !warning.startsWith("TEST DATA"))
          .map((warning) => (
            <p key={warning} class="price-list-warning">
              {plainWords(warning)}
            </p>
          ))}
        <p>
          {total_codes === 0
            ? "No code matches."
            : `${countText(lines.length, "line")} for codes ${codes} of ${total_codes.toLocaleString("en-US")}.`}
        </p>
        <ByFactor list={list} />
        {lines.length === 0 ? null : <LinesTable key={path} list={list} state={state} />}
        {offset === 0 && next_offset === null ? null : (
          <Pages
            label="Pages of codes"
            shown={`Codes ${codes} of ${total_codes.toLocaleString("en-US")}`}
            size={CODES_SHOWN}
            previous={offset === 0 ? null : at(offset - CODES_SHOWN)}
            next={next_offset === null ? null : at(next_offset)}
          />
        )}
        {not_listed.map(({ no_rate, codes, example }) => (
          <p key={no_rate} class="hint">
            {countText(codes, "code")} of this page {plural(codes, "has", "have")} no line, such as:{" "}
            {withDays(messageWords(example, "field"))}
          </p>
        ))}
        <p class="hint">
          <a href={path}>This page as JSON</a>
        </p>
      </section>
      <Download
        key={viewAddress({ ...question, offset: "" })}
        question={question}
        total={total_codes}
        words={state?.words ?? {}}
      />
    </>
  );
}

/** What prices with a modifier are where the program has one factor for all codes. They stand beside published rates, and look like them. */
function ByFactor({ list: { lines, program } }: { readonly list: PriceList }) {
  const modifiers = [...new Set(lines.flatMap((line) => (line.modifier_factor === null ? [] : (line.modifier ?? []))))];
  if (modifiers.length === 0) return null;
  const them = plural(modifiers.length, "it", "them");
  return (
    <p class="hint">
      Prices with modifier{plural(modifiers.length, "", "s")} {listText(modifiers)} are not published for each code.
      They are the rate times the {program} factor for the modifier, which is the same for every code. Whether a code
      may be billed with {them} is not in the rates.
    </p>
  );
}
