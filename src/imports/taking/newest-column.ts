import type { Day } from "../../calendar/day.ts";
import type { Publication } from "../declaring/publication.ts";
import { headingsOf } from "../layout/section-reading.ts";
import type { OpenFile } from "../sources/open.ts";
import { partFor } from "./parts.ts";
import { listsIn, listsNamed } from "./read-part.ts";

/**
 * The newest day over the dated columns of an edition that is not after today; null where there is none. A column for
 * days to come is announced ahead: the edition is in force already.
 */
export async function newestColumn(publication: Publication, file: OpenFile, today: Day): Promise<Day | null> {
  let newest: Day | null = null;
  for (const section of publication.sections) {
    if (!Object.values(section.fields).some(({ where }) => where.kind === "dated")) continue;
    const part = partFor(section, publication, file);
    if (part === null) continue;
    for (const list of listsNamed(section, await listsIn(part, section))) {
      const binding = (await headingsOf(section, list)) ?? {};
      for (const { period } of Object.values(binding).flatMap(({ dated }) => dated?.groups ?? [])) {
        if (period.start <= today && (newest === null || period.start > newest)) newest = period.start;
      }
    }
  }
  return newest;
}
