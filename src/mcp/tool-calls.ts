import { endable } from "../core/runtime/ending.ts";
import { isOutside, reasonOf } from "../core/runtime/failure.ts";
import { Semaphore } from "../core/runtime/semaphore.ts";
import { quoted } from "../core/text/refusal.ts";
import type { RequestFields } from "../pricing/request/read.ts";
import { MCP_LIMITS } from "./limits.ts";
import { refusal, type Tool, type ToolAnswer } from "./tool.ts";

/** Writes a line about the work; never what was sent. */
export type WriteLog = (text: string) => void;

/** Answers calls of tools: a few at a time, each with an answer or a refusal, whatever happens. */
export class ToolCalls {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #semaphore = new Semaphore(MCP_LIMITS.callsAtOnce);
  readonly #unanswered = new Set<Promise<ToolAnswer>>();
  readonly #log: WriteLog;
  readonly #reportFailure: (error: unknown) => void;

  /** Exceptions that are our mistake are logged with their stack, unless they are reported elsewhere. */
  constructor(
    tools: readonly Tool[],
    log: WriteLog,
    reportFailure = (error: unknown) => log(error instanceof Error ? (error.stack ?? error.message) : reasonOf(error)),
  ) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#log = log;
    this.#reportFailure = reportFailure;
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
    const logged = (outcome: string) =>
      this.#log(`${tool.name}: ${outcome}, ${Math.ceil(performance.now() - begun)} ms`);
    try {
      const answer = await endable(abandoned, () => this.#semaphore.use(() => tool.answer(sent, abandoned)));
      logged(answer.ok ? "answered" : "refused");
      return answer;
    } catch (error) {
      if (abandoned.aborted) {
        logged("given up");
        return refusal("The call was cancelled.");
      }
      logged("failed");
      if (isOutside(error)) return refusal(`${error.message} (failed)`);
      this.#reportFailure(error);
      return refusal("Ratebook made a mistake and has no answer; its log says more. (internal_error)");
    }
  }
}
