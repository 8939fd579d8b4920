import { lookupKinds, stateKinds } from "../../../answers/index.ts";
import { PlacesPerKey } from "../../../core/runtime/semaphore.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Answer, Question } from "./question.ts";

/** The places of each kind of answer that declares how many one key may have under way. */
const placesOf = new Map(
  [...lookupKinds, ...stateKinds].flatMap(({ name, underWayPerKeyMax: max }) =>
    max === undefined ? [] : [[name, new PlacesPerKey(max)] as const],
  ),
);

const NO_PLACE = {
  ok: false,
  problem: {
    code: "too_much_at_once",
    detail: `This API key has as many answers of this kind under way as it may. Request them one after the other, and try again in ${HTTP_LIMITS.roomRetrySeconds} seconds.`,
  },
} as const satisfies Answer;

/**
 * Answers in one of the places of the key. Answers under way take turns: fifty of a second each would all miss their time limit. A key
 * without a free place is therefore refused at once, before any work.
 */
export async function inPlace<Outcome>(
  question: Question,
  key: ApiKey | null,
  answer: () => Promise<Outcome>,
): Promise<Outcome | typeof NO_PLACE> {
  const places = question.kind === "answer" ? placesOf.get(question.answer) : undefined;
  if (places === undefined || key === null) return await answer();
  const givePlaceBack = places.take(key.id);
  if (givePlaceBack === null) return NO_PLACE;
  try {
    return await answer();
  } finally {
    givePlaceBack();
  }
}
