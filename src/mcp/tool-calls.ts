import type { RequestFields } from "../request/read.ts";
import { endable } from "../runtime/ending.ts";
import { isOutside, reasonOf } from "../runtime/failure.ts";
import { Semaphore } from "../runtime/semaphore.ts";
import { quoted } from "../text/refusal.ts";
import { MCP_LIMITS } from "./limits.ts";
import { refusal } from "./refusal.ts";
import type { Tool, ToolAnswer } from "./tool.ts";

/** Says something about the work; never what was asked. */
export type WriteLog = (text: string) => void;

/** Answers calls of tools: a few at a time, each with an answer or a refusal, whatever happens. */
export class ToolCalls {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #semaphore = new Semaphore(MCP_LIMITS.callsAtOnce);
  readonly #unanswered = new Set<Promise<ToolAnswer>>();
  readonly #log: WriteLog;

  constructor(tools: readonly Tool[], log: WriteLog) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#log = log;
  }

  async answer(name: string, sent: RequestFields, abandoned: AbortSignal): Promise<ToolAnswer> {
    const tool = this.#tools.get(name);
    if (tool === undefined) {
      return refusal(`${quoted(name)} is not a tool of Ratebook; there are ${[...this.#tools.keys()].join(", ")}.`);
    }
    if (this.#unanswered.size >= MCP_LIMITS.callsUnansweredMax) {
      return refusal(`${this.#unanswered.size} calls wait for their answers already. Call again when they have them.`);
    }
    const answer = this.#answered(tool, sent, abandoned);
    this.#unanswered.add(answer);
    try {
      return await answer;
    } finally {
      this.#unanswered.delete(answer);
    }
  }

  /** Resolves when all calls that were sent so far have their answers. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#unanswered);
  }

  async #answered(tool: Tool, sent: RequestFields, abandoned: AbortSignal): Promise<ToolAnswer> {
    const begun = performance.now();
    const told = (outcome: string) => this.#log(`${tool.name}: ${outcome}, ${Math.ceil(performance.now() - begun)} ms`);
    try {
      const answer = await endable(abandoned, () => this.#semaphore.use(() => tool.answer(sent, abandoned)));
      told(answer.ok ? "answered" : "refused");
      return answer;
    } catch (error) {
      if (abandoned.aborted) {
        told("given up");
        return refusal("The call was cancelled.");
      }
      told("failed");
      return failed(error, this.#log);
    }
  }
}

/** Our own mistakes keep their stack in the log; an agent is told what it can act on. */
function failed(error: unknown, log: WriteLog): ToolAnswer {
  if (isOutside(error)) return refusal(`${error.message} (failed)`);
  log(error instanceof Error ? (error.stack ?? error.message) : reasonOf(error));
  return refusal("Ratebook made a mistake and has no answer; its log, on standard error, says more. (internal_error)");
}
