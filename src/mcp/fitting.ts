import { lean } from "./lean.ts";
import { MCP_LIMITS } from "./limits.ts";
import type { Structured } from "./tool.ts";

/**
 * The answer with as many members of its list as there is room for, made by `answerWith`; null where there is no room for one.
 * `answerWith` says itself what is left out, so that the sentence counts as well.
 */
export function longestFitting(count: number, answerWith: (shown: number) => Structured): Structured | null {
  const most = Math.min(count, MCP_LIMITS.listItemsMax);
  const whole = fitting(answerWith(most));
  if (whole !== null || most === 0) return whole;
  let tooMany = most;
  let best: Structured | null = null;
  let enough = 0;
  while (tooMany - enough > 1) {
    const shown = Math.floor((enough + tooMany) / 2);
    const answer = fitting(answerWith(shown));
    if (answer === null) tooMany = shown;
    else {
      best = answer;
      enough = shown;
    }
  }
  return best;
}

/** An answer as agents get it; null when it is too long for them. */
export function fitting(answer: Structured): Structured | null {
  const told = lean(answer);
  return JSON.stringify(told).length > MCP_LIMITS.answerCharactersMax ? null : told;
}

/** How much of a list is shown; null when all of it is. */
export function shownOf(shown: number, count: number, what: string): string | null {
  if (shown >= count) return null;
  const { answerCharactersMax: room, listItemsMax: most } = MCP_LIMITS;
  return `Shown are the first ${shown} of ${count} ${what}: an answer has at most ${most} of them and ${room} characters.`;
}
