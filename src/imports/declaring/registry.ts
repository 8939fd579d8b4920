import { type Publication, type Section, titleOfPublication } from "./publication.ts";

/**
 * All publications, each once. Several declarations of one title are one publication that feeds all of their tables:
 * that is how states add what they take from a federal layout.
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

/** One layout is read once, whoever feeds from it. */
function sectionOfBoth(first: Section, second: Section, of: Publication): Section {
  if (first.fields !== second.fields) {
    throw new Error(`Two layouts of ${titleOfPublication(of)}, section ${first.name}: share one object of fields`);
  }
  return { ...first, feeds: [...first.feeds, ...second.feeds], readers: [...first.readers, ...second.readers] };
}
