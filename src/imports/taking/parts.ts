import { failure, isFailure } from "../../runtime/failure.ts";
import type { Publication, Section } from "../declaring/publication.ts";
import { nameWords } from "../layout/plain-words.ts";
import type { OpenFile, Part } from "../sources/open.ts";

const MEMBERS_SHOWN = 20;

/** The part of a file that a section is in; null when there is none. */
export function partFor(section: Section, { sections }: Publication, file: OpenFile): Part | null {
  const { member } = section;
  if (file.isArchive) {
    const matching = member === null ? file.parts : file.parts.filter(({ name }) => member.test(name));
    // Without a pattern the publication is the only file of its ZIP; with several, nobody can tell which.
    if (member === null) return matching.length > 1 ? null : (matching[0] ?? null);
    if (matching.length > 1) throw severalParts(matching);
    return matching[0] ?? null;
  }
  const [only] = file.parts;
  if (only === undefined) return null;
  if (member === null || member.test(file.name)) return only;
  // A member that was unpacked and renamed: it is taken for the first section, unless its name says otherwise.
  const isNamed = sections.some((each) => each.member?.test(file.name) ?? false);
  return !isNamed && section === sections[0] ? only : null;
}

function severalParts(parts: readonly Part[]): Error {
  return failure(
    `${parts.length} files of the ZIP may be meant: ${namesOf(parts)}; unpack it and import the one that is`,
  );
}

/** Failures inside a ZIP name the member too. */
export async function namingMember<Outcome>(
  { isArchive }: OpenFile,
  { name }: Part,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    throw isArchive && isFailure(error) ? failure(`${name}: ${error.message}`) : error;
  }
}

export function missingPart({ member }: Section, { parts }: OpenFile): Error {
  const wanted = member === null ? "exactly one file" : `a file with a name such as ${nameWords(member)}`;
  return failure(`expected ${wanted}; found ${namesOf(parts)}`);
}

function namesOf(parts: readonly Part[]): string {
  const names = parts.slice(0, MEMBERS_SHOWN).map(({ name }) => name);
  const more = parts.length > MEMBERS_SHOWN ? ` and ${parts.length - MEMBERS_SHOWN} more` : "";
  return `${names.join(", ")}${more}`;
}
