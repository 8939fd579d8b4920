import type { Admits } from "../../answers/answer.ts";
import type { Day } from "../../calendar/day.ts";
import type { CoverageQuestion } from "../../coverage/cover.ts";
import type { CareSetting } from "../../providers/definition.ts";
import type { RequestFields } from "../../request/read.ts";
import type { OwnBytes } from "../../runtime/own-bytes.ts";
import type { State } from "../../state/state.ts";
import type { Format } from "../content-negotiation.ts";
import type { Problem } from "../problem.ts";

interface Asked {
  /** The state's code. */
  readonly state: string;
  readonly today: Day;
  /** What the answer is written as; JSON when nothing is said. */
  readonly format?: Format;
}

/** What is answered with prices. */
interface AskedForPrices extends Asked {
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
}

/** What a lookup is answered with: its results, or their explanation. */
export type AnswerForm = "results" | "explanation";

/** A lookup by name alone. */
export interface LookupQuestion extends AskedForPrices {
  readonly kind: "lookup";
  readonly setting: CareSetting;
  readonly fields: RequestFields;
  readonly form: AnswerForm;
}

export interface SearchQuestion extends Asked {
  readonly kind: "search";
  readonly fields: RequestFields;
}

/** Any other kind of answer about a lookup (`answers/index.ts`), whose parameters have not been read yet. */
export interface KindQuestion extends AskedForPrices {
  readonly kind: "about_lookup";
  /** The name of the kind. */
  readonly answer: string;
  readonly setting: CareSetting;
  readonly fields: RequestFields;
}

/** A batch whose body nobody has looked into. */
export interface BatchQuestion extends AskedForPrices {
  readonly kind: "batch";
  readonly setting: CareSetting;
  /** Handed over rather than copied. */
  readonly body: OwnBytes;
  /** The first parameter of the query string, where a batch has none. */
  readonly strayParameter: string | null;
}

/** A short text of claims, priced line by line as a file of a repricing job is. */
export interface ClaimsQuestion extends AskedForPrices {
  readonly kind: "claims";
  /** The fields of the form that a file is sent with (`jobs/order.ts`). */
  readonly form: Readonly<Record<string, string>>;
  /** CSV, with its headings. */
  readonly claims: string;
}

/** What the release covers. */
export interface CoverageOfRelease extends CoverageQuestion {
  readonly kind: "coverage";
  readonly format?: Format;
}

/** A request that may take long to answer: plain data, so that it can be handed to another thread. */
export type Question =
  | LookupQuestion
  | SearchQuestion
  | KindQuestion
  | BatchQuestion
  | ClaimsQuestion
  | CoverageOfRelease;

/** The answer to a question, and how many rate lookups it answers; or what is wrong with the request. */
export type Answer =
  | {
      readonly ok: true;
      /** The text of the answer: JSON, unless another format was asked for. */
      readonly body: string | readonly OwnBytes[];
      readonly lookups: number;
      /** Results of them that carry a price; where nothing is said, none. */
      readonly priced?: number;
      /** The stale tables that its prices are made of, as the header names them, where there are some. */
      readonly stale?: string | null;
      /** The tables without any row that its prices looked into, as the header names them. */
      readonly empty?: string | null;
    }
  | { readonly ok: false; readonly problem: Problem };

/** An answer to nobody: the client has left, or the batch was refused. */
export const NO_ANSWER: Answer = { ok: true, body: [], lookups: 0 };

/** Whoever answers, from one release, what may take long. */
export interface LongWork {
  /** Stops early, with any answer, when the signal says that nobody waits for it, or the batch is not admitted. */
  answer(question: Question, abandoned: AbortSignal, admits: Admits): Promise<Answer>;
}

/** A release, and what answers from it. */
export interface AnsweringRelease {
  /** In a word or two, as answers name it. */
  readonly name: string;
  /** The states that it answers for: its own, or of them those of a key. */
  readonly states: readonly State[];
  readonly work: LongWork;
  readonly today: () => Day;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
}

/** One message of an agent (Model Context Protocol), whose key was let in, and what it is answered from. */
interface AgentMessage {
  readonly release: AnsweringRelease;
  /** The headers that the protocol reads: never the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly message: unknown;
  /** Aborted when the client has left. */
  readonly abandoned: AbortSignal;
  /** Receives an exception that is our mistake. */
  readonly reportFailure: (error: unknown) => void;
}

/** Answers a message of an agent. */
export type AnswerAgent = (sent: AgentMessage) => Promise<{ readonly status: number; readonly json: string }>;
