import type { RequestFault } from "../request/read.ts";
import type { BackendRefusal } from "./backend.ts";
import { MCP_LIMITS } from "./limits.ts";
import type { Structured, ToolAnswer } from "./tool.ts";

/** What is wrong with the arguments of a call, every fault of it, and where to read what is right. */
export function refusedFaults(faults: readonly Pick<RequestFault, "field" | "code" | "message">[]): ToolAnswer {
  const lines = faults.map(({ field, code, message }) => `- ${message} (${code}: ${field})`);
  return refusal(
    [
      "The call was refused and nothing was looked up:",
      ...lines,
      "The tool `parameters` tells what can be sent. Correct every line and call again.",
    ].join("\n"),
  );
}

/** Why whoever was asked gave no answer. */
export function refusedAnswer({ code, detail, errors }: BackendRefusal): ToolAnswer {
  return errors === undefined || errors.length === 0 ? refusal(`${detail} (${code})`) : refusedFaults(errors);
}

/** An answer that fits, or that it does not and what would help. */
export function fittingOr(answer: Structured | null, remedy: string): ToolAnswer {
  if (answer !== null) return { ok: true, structured: answer };
  return refusal(
    `The answer is longer than ${MCP_LIMITS.answerCharactersMax} characters and was not sent. ${remedy} (answer_too_long)`,
  );
}

export function refusal(text: string): ToolAnswer {
  const { refusalCharactersMax: most } = MCP_LIMITS;
  return { ok: false, message: text.length > most ? `${text.slice(0, most)}... and more faults.` : text };
}
