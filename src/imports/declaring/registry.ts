import type { Table } from "../../dataset/table.ts";
import { type Publication, type Section, titleOfPublication } from "./publication.ts";

/**
 * All publications, each once. Declarations with one title are one publication that feeds all their tables: states extend a
 * federal layout in this way.
 */
export function gathered(declarations: readonly Publication[]): readonly Publication[] {
  const byTitle = new Map<string, Publication>();
  for (const declaration of new Set(declarations)) {
    const title = titleOfPublication(declaration);
    const before = byTitle.get(title);
    byTitle.set(title, before === undefined ? declaration : joined(before, declaration));
  }
  return [...byTitle.values()];
}

function joined(first: Publication, second: Publication): Publication {
  const sections = [...first.sections];
  for (const section of second.sections) {
    const index = sections.findIndex((each) => each.name === section.name);
    if (index < 0) sections.push(section);
    else sections[index] = sectionOfBoth(sections[index] as Section, section, first);
  }
  return { ...first, sections };
}

/** A layout is read once for all the tables that it feeds. */
function sectionOfBoth(first: Section, second: Section, of: Publication): Section {
  if (first.fields !== second.fields) {
    throw new Error(`Two layouts of ${titleOfPublication(of)}, section ${first.name}: share one object of fields`);
  }
  return { ...first, feeds: [...first.feeds, ...second.feeds], readers: [...first.readers, ...second.readers] };
}

/** The publications that bring rows to a table, in order of precedence; without importers of tables and those that only fill cells. */
export function bringing(table: Table, publications: readonly Publication[]): readonly Publication[] {
  return publications.filter(
    ({ table: own, sections }) =>
      own === null &&
      sections.some(({ feeds }) =>
        feeds.some(({ table: fed, fills }) => fed === table && (fills === null || fills.adds)),
      ),
  );
}
