import type { Table } from "../../dataset/table.ts";
import { type Feed, type Publication, type Section, titleOfPublication } from "./publication.ts";

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

/** Publications that bring rows to some of the tables, in order of precedence; without importers of tables and those that only fill cells. */
export function bringing(tables: readonly Table[], publications: readonly Publication[]): readonly Publication[] {
  return publications.filter(
    ({ table: own, sections }) =>
      own === null &&
      sections.some(({ feeds }) =>
        feeds.some(({ table, fills }) => tables.includes(table) && (fills === null || fills.adds)),
      ),
  );
}

/** A publication and what it brings to some tables: rows, or cells of other publications' rows. */
export interface Feeding {
  readonly publication: Publication;
  /** Tables of which it only fills cells, with the columns that find the rows; empty when it brings rows. */
  readonly fills: readonly { readonly table: Table; readonly by: readonly string[] }[];
}

/** All publications that feed some of the tables, in order of precedence, including those that fill cells. */
export function feeding(tables: readonly Table[], publications: readonly Publication[]): readonly Feeding[] {
  const bringers = bringing(tables, publications);
  return publications.flatMap((publication) => {
    const feeds = publication.sections
      .flatMap((section) => section.feeds)
      .filter(({ table }) => tables.includes(table));
    const isBringing = bringers.includes(publication);
    if (feeds.length === 0 || (publication.confidence === "unseen" && !isBringing)) return [];
    return [{ publication, fills: isBringing ? [] : fillingsOf(feeds) }];
  });
}

/** Sections that share a feed fill it once. */
function fillingsOf(feeds: readonly Feed[]): Feeding["fills"] {
  return [...new Set(feeds)].flatMap(({ table, fills }) => (fills === null ? [] : [{ table, by: fills.by }]));
}
