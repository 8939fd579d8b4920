import type { Random } from "./random.ts";

/*
 * Invented names with the statistics of a registry: tens of thousands of surnames made of syllables, first names that
 * repeat a lot, organizations made of common words.
 */

const ONSETS = "B BR C CH D F G GR H J K L M N P R S SH ST T V W Z".split(" ");
const VOWELS = "A E I O U AI EA OU".split(" ");
const CODAS = ["", ..."N R S L M ND RT CK NG".split(" ")];
const ENDINGS = ["", "", ..."SON EZ MAN BERG I A OV TON LEY ER".split(" ")];
const FIRST_NAMES =
  "MARIA JAMES MICHAEL JENNIFER DAVID LINDA ROBERT SUSAN JOHN JESSICA DANIEL ANA WEI KAREN CARLOS EMILY ANDREW GRACE AMIR PRIYA".split(
    " ",
  );
const INITIALS = "A B C D E F G H J K L M R S T".split(" ");
const PLACES =
  "GOLDEN VALLEY PACIFIC SIERRA CENTRAL COAST NORTH SOUTH BAY DESERT RIVER SAN SANTA MOUNTAIN LAKE REDWOOD".split(" ");
const CLINICS = [
  "MEDICAL GROUP",
  "FAMILY MEDICINE",
  "SURGERY CENTER",
  "COMMUNITY CLINIC",
  "HEALTH CENTER",
  "PODIATRY",
  "ANESTHESIA ASSOCIATES",
  "IMAGING",
  "WOMEN'S HEALTH",
];
const HOSPITALS = ["MEDICAL CENTER", "HOSPITAL"];
const SURNAMES = 60_000;

export type Names = ReturnType<typeof inventedNames>;

export function inventedNames(random: Random) {
  const surnames = Array.from({ length: SURNAMES }, () => surname(random));
  const organization = (kinds: readonly string[]) =>
    `${random.pick(PLACES)} ${random.pickSkewed(surnames)} ${random.pick(kinds)}`;
  return {
    person: () => `${random.pickSkewed(surnames)}, ${random.pick(FIRST_NAMES)} ${random.pick(INITIALS)}`,
    clinic: () => organization(CLINICS),
    hospital: () => organization(HOSPITALS),
  };
}

function surname(random: Random): string {
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  return syllable() + (random.next() < 0.5 ? syllable() : "") + random.pick(ENDINGS);
}
