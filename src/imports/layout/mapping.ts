import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { didYouMean } from "../../core/text/closest.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { DeclaredFields, Field, Whereabouts } from "../declaring/fields.ts";
import type { Legend, Legends } from "../declaring/intake.ts";
import { type Publication, type Section, titleOfPublication } from "../declaring/publication.ts";
import { fieldWords, nameWords } from "./plain-words.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * A mapping file assigns headings or columns to fields when an edition's layout differs from the declaration, and may correct or
 * extend the publication's legends. The template is a mapping file with the expected headings and legends.
 */
export function mappingTemplate(publication: Publication): string {
  const sections = publication.sections.map((section) => [section.name, sectionTemplate(section)]);
  const template = {
    publication: titleOfPublication(publication),
    ...(publication.table === null ? {} : { title: publication.title, publisher: publication.publisher }),
    help: 'Give each field the heading of your file, "column B", "characters 1-5", or "value X" where all rows have X; null for none.',
    sections: Object.fromEntries(sections) as unknown,
    ...(Object.keys(publication.legends).length === 0 ? {} : { legends: publication.legends }),
  };
  return `${JSON.stringify(template, null, 2)}\n`;
}

function sectionTemplate({ sheet, firstRow, fields }: Section): unknown {
  const mapped = Object.entries(fields).map(([name, field]) => [snakeCase(name), whereText(name, field.where)]);
  return { sheet: sheet === null ? null : nameWords(sheet), first_row: firstRow, fields: Object.fromEntries(mapped) };
}

/** The place of a field, for people; a field that is found only by patterns has its name. */
function whereText(name: string, where: Whereabouts): string {
  switch (where.kind) {
    case "heading":
      return where.spellings.find((spelling) => typeof spelling === "string") ?? fieldWords(name);
    case "column":
      return `column ${where.letters}`;
    case "characters":
      return `characters ${where.from}-${where.to}`;
    case "numbered":
      return where.spelling;
    case "dated":
      return "the columns under dates";
    case "value":
      return `value ${where.text}`;
  }
}

export function mapped(publication: Publication, text: string, file: string): Publication {
  const refuse = (reason: string) => failure(`${file}: ${reason}.`);
  const mapping = parsed(text, refuse);
  const title = titleOfPublication(publication);
  if (mapping.publication !== title) {
    throw refuse(`a mapping of ${quoted(mapping.publication ?? "")}, but the import is of ${title}`);
  }
  const sections = membersOf(mapping.sections ?? {}, "sections", refuse);
  const names = publication.sections.map(({ name }) => name);
  for (const name of Object.keys(sections)) {
    if (!names.includes(name)) throw refuse(`${title} has no section ${quoted(name)}; it has ${names.join(", ")}`);
  }
  const legends = mappedLegends(publication, mapping.legends, refuse);
  return {
    ...publication,
    ...mappedAsOfText(mapping.as_of_text, refuse),
    ...mappedTitles(publication, mapping, refuse),
    legends,
    sections: publication.sections
      .map((section) => mappedSection(section, sections, refuse))
      .map((section) => ({ ...section, fields: taughtFields(section.fields, legends, refuse) })),
  };
}

/** A file may print a day that is not the edition's, such as that of a rule it cites: the mapping file says to skip it. */
function mappedAsOfText(written: unknown, refuse: Refuse): Partial<Publication> {
  if (written === undefined) return {};
  if (written === null) return { asOfText: null };
  throw refuse(`as_of_text: ${quoted(written)}, expected null: the days printed in the file are then passed over`);
}

/** The title and publisher of a table's file: only its owner knows them. */
function mappedTitles(
  { table, title, publisher }: Publication,
  written: Members,
  refuse: Refuse,
): Partial<Publication> {
  if (table === null) return {};
  const text = (name: "title" | "publisher", declared: string): string => {
    const value = written[name] ?? declared;
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    throw refuse(`${name}: ${quoted(value)}, expected a text`);
  };
  return { title: text("title", title), publisher: text("publisher", publisher) };
}

/** A legend in the mapping file replaces ours completely. */
function mappedLegends(publication: Publication, written: unknown, refuse: Refuse): Legends {
  if (written === undefined) return publication.legends;
  const legends = membersOf(written, "legends", refuse);
  const names = Object.keys(publication.legends);
  const result: Record<string, Legend> = { ...publication.legends };
  for (const [name, legend] of Object.entries(legends)) {
    if (!names.includes(name)) {
      const has = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
      throw refuse(`${titleOfPublication(publication)} has no legend ${quoted(name)}; ${has}`);
    }
    result[name] = mappedLegend(name, legend, refuse);
  }
  return result;
}

function mappedLegend(name: string, written: unknown, refuse: Refuse): Legend {
  const legend = membersOf(written, `legend ${name}`, refuse);
  for (const [word, meaning] of Object.entries(legend)) {
    if (!["string", "number", "boolean"].includes(typeof meaning)) {
      throw refuse(`legend ${name}: ${quoted(word)} means ${quoted(meaning)}, expected a text`);
    }
  }
  return legend as Legend;
}

/** The fields, extended by the words of the legends. */
function taughtFields(fields: DeclaredFields, legends: Legends, refuse: Refuse): DeclaredFields {
  const taught = Object.entries(fields).map(([name, field]): [string, Field<unknown>] => {
    if (field.taught === undefined) return [name, field];
    const { legend, meaning } = field.taught;
    const words = new Set<string>();
    for (const [word, isOne] of Object.entries(legends[legend] ?? {})) {
      if (isOne !== true) throw refuse(`legend ${legend}: ${quoted(word)} means ${quoted(isOne)}, expected true`);
      words.add(foldWord(word));
    }
    return [name, { ...field, convert: (cell) => (words.has(foldWord(cell)) ? meaning : field.convert(cell)) }];
  });
  return Object.fromEntries(taught);
}

function foldWord(word: string): string {
  return word.replace(/\s+/g, " ").trim().toUpperCase();
}

type Refuse = (reason: string) => Error;

function parsed(text: string, refuse: Refuse): Members {
  try {
    return membersOf(JSON.parse(text.replace(/^\ufeff/, "")), "the mapping", refuse);
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse(`not JSON: ${reasonOf(error)}`);
    throw error;
  }
}

function membersOf(value: unknown, what: string, refuse: Refuse): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw refuse(`${what}: expected a JSON object, as "ratebook import --template" writes it`);
}

function mappedSection(section: Section, sections: Members, refuse: Refuse): Section {
  if (sections[section.name] === undefined) return section;
  const { sheet, first_row: firstRow, fields = {} } = membersOf(sections[section.name], section.name, refuse);
  return {
    ...section,
    sheet: sheetOf(sheet, section.sheet, refuse),
    firstRow: firstRow === null || firstRow === undefined ? null : rowOf(firstRow, refuse),
    fields: mappedFields(section.fields, membersOf(fields, "fields", refuse), refuse),
  };
}

/** The template's text, or none, means the declared sheet. */
function sheetOf(written: unknown, declared: RegExp | null, refuse: Refuse): RegExp | null {
  if (written === undefined) return declared;
  if (written === null) return null;
  return declared !== null && written === nameWords(declared) ? declared : patternOf(String(written), refuse);
}

function rowOf(value: unknown, refuse: Refuse): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1) return value;
  throw refuse(`first_row: ${quoted(value)}, expected the number of a row`);
}

/** A name means exactly that sheet; a pattern stands between slashes. */
function patternOf(text: string, refuse: Refuse): RegExp {
  return asPattern(text, refuse) ?? new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`, "i");
}

function asPattern(text: string, refuse: Refuse): RegExp | null {
  const pattern = /^\/(.*)\/([a-z]*)$/.exec(text);
  if (pattern === null) return null;
  try {
    return new RegExp(pattern[1] as string, pattern[2]);
  } catch (error) {
    throw refuse(reasonOf(error));
  }
}

function mappedFields(fields: DeclaredFields, places: Members, refuse: Refuse): DeclaredFields {
  const byName = new Map(Object.keys(fields).map((name) => [snakeCase(name), name]));
  const result: Record<string, Field<unknown>> = { ...fields };
  for (const [written, place] of Object.entries(places)) {
    const name = byName.get(written);
    if (name === undefined) throw refuse(unknownField(written, [...byName.keys()]));
    const field = fields[name] as Field<unknown>;
    if (place === null && !field.optional) throw refuse(`${written} is needed; say which column it is in`);
    const where = whereOf(place, field.where, name, refuse);
    const refused = where.kind === "value" ? field.convert(where.text) : null;
    if (refused instanceof Refusal) throw refuse(`${written}: ${quoted(place)}, expected ${refused.expected}`);
    result[name] = { ...field, where };
  }
  return result;
}

function unknownField(name: string, known: readonly string[]): string {
  return `unknown field ${quoted(name)}; ${didYouMean(name, known, `known fields: ${known.join(", ")}`)}`;
}

/** The template's text may be an actual heading of the file: then only that one is meant. */
function withHeading(text: string, before: Whereabouts): Whereabouts {
  if (before.kind === "numbered") return { ...before, named: text };
  if (before.kind !== "heading") return before;
  const spellings = before.spellings.includes(text) ? before.spellings : [...before.spellings, text];
  return { ...before, spellings, named: text };
}

function whereOf(place: unknown, before: Whereabouts, name: string, refuse: Refuse): Whereabouts {
  if (place === null) return { kind: "heading", spellings: [] };
  if (typeof place !== "string" || place.trim() === "") {
    throw refuse(`${snakeCase(name)}: ${quoted(place)}, expected a heading`);
  }
  // The template's own text for a field means the declaration, including its other spellings.
  if (place === whereText(name, before)) return withHeading(place, before);
  if (before.kind === "value") throw refuse(`${snakeCase(name)}: the import says ${quoted(before.text)} of all rows`);
  if (before.kind === "dated") {
    throw refuse(
      `${snakeCase(name)}: ${quoted(place)}, expected ${quoted(whereText(name, before))}: they are found by their dates`,
    );
  }
  const letters = /^column ([a-z]{1,3})$/i.exec(place);
  if (letters !== null) return { kind: "column", letters: letters[1] as string };
  const range = /^characters ([0-9]+)-([0-9]+)$/.exec(place);
  if (range !== null) return { kind: "characters", from: Number(range[1]), to: Number(range[2]) };
  const value = /^value (.+)$/.exec(place);
  if (value !== null && before.kind === "heading") {
    return { kind: "value", text: (value[1] as string).trim(), spellings: before.spellings };
  }
  const pattern = asPattern(place, refuse);
  if (before.kind === "numbered") return { kind: "numbered", spelling: place, count: before.count, named: place };
  return pattern === null
    ? { kind: "heading", spellings: [place], named: place }
    : { kind: "heading", spellings: [pattern] };
}
