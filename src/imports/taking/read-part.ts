import { failure } from "../../reading/failure.ts";
import type { Section } from "../declaring/publication.ts";
import { isFixedWidth } from "../layout/binding.ts";
import type { HeaderSearch } from "../layout/header-search.ts";
import { type RecordConsumer, readList } from "../layout/section-reading.ts";
import type { Part } from "../sources/open.ts";
import type { RowSource } from "../sources/row.ts";

const REMEDY =
  "Is it the right file? If its layout has changed, say where the columns are in a mapping file: see --template and --map";

/** Reads the section's lists of rows; false when the part has none of them and need not have. */
export async function readPart(section: Section, part: Part, consumer: RecordConsumer): Promise<boolean> {
  const lists = await part.lists(isFixedWidth(section.fields));
  const named = listsNamed(section, lists);
  if (named.length === 0 && !section.optional) {
    throw failure(`no sheet matches ${section.sheet}; found ${lists.map(({ name }) => name).join(", ")}`);
  }
  let isRead = false;
  let nearest: { readonly list: RowSource; readonly search: HeaderSearch } | null = null;
  for (const list of named) {
    const outcome = await readList(section, list, consumer);
    if (outcome.isRead) {
      isRead = true;
      if (!section.everySheet) break;
    } else if (nearest === null || outcome.search.foundCount > nearest.search.foundCount) {
      nearest = { list, search: outcome.search };
    }
  }
  if (isRead || section.optional || nearest === null) return isRead;
  const { list, search } = nearest;
  throw failure(`${list.name === "" ? "" : `${list.name}: `}${search.explanation()}. ${REMEDY}`);
}

/** The lists that may be the section's. A text has no sheets, whatever the declaration says of workbooks. */
export function listsNamed({ sheet }: Section, lists: readonly RowSource[]): readonly RowSource[] {
  return lists.filter(({ name }) => name === "" || sheet === null || sheet.test(sheetName(name)));
}

function sheetName(name: string): string {
  return /^sheet "(.*)"$/.exec(name)?.[1] ?? name;
}
