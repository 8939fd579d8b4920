import type { Random } from "./random.ts";

/*
 * Invented names with the statistics of a registry: some tens of thousands of surnames made of
 * syllables, first names that repeat a lot, organizations made of common words.
 */

const ONSETS = [
  "B",
  "BR",
  "C",
  "CH",
  "D",
  "F",
  "G",
  "GR",
  "H",
  "J",
  "K",
  "L",
  "M",
  "N",
  "P",
  "R",
  "S",
  "SH",
  "ST",
  "T",
  "V",
  "W",
  "Z",
];
const VOWELS = ["A", "E", "I", "O", "U", "AI", "EA", "OU"];
const CODAS = ["", "N", "R", "S", "L", "M", "ND", "RT", "CK", "NG"];
const ENDINGS = ["SON", "EZ", "MAN", "BERG", "I", "A", "OV", "TON", "LEY", "ER", "", ""];
const FIRST_NAMES = [
  "MARIA",
  "JAMES",
  "MICHAEL",
  "JENNIFER",
  "DAVID",
  "LINDA",
  "ROBERT",
  "SUSAN",
  "JOHN",
  "JESSICA",
  "DANIEL",
  "ANA",
  "WEI",
  "KAREN",
  "CARLOS",
  "EMILY",
  "ANDREW",
  "NGUYEN",
  "GRACE",
  "AMIR",
  "PRIYA",
  "OMAR",
  "SOFIA",
  "HENRY",
  "CHLOE",
  "IVAN",
  "LUIS",
  "NADIA",
  "PETER",
  "RUTH",
  "SAMUEL",
  "TARA",
  "VICTOR",
  "YUKI",
  "ZOE",
  "ELENA",
  "FELIX",
  "HANNAH",
  "JOSE",
  "KEVIN",
] as const;
const PLACES = [
  "GOLDEN",
  "VALLEY",
  "PACIFIC",
  "SIERRA",
  "CENTRAL",
  "COAST",
  "NORTH",
  "SOUTH",
  "BAY",
  "DESERT",
  "RIVER",
  "SAN",
  "SANTA",
  "MOUNTAIN",
  "LAKE",
  "REDWOOD",
] as const;
const KINDS = [
  "MEDICAL GROUP",
  "FAMILY MEDICINE",
  "SURGERY CENTER",
  "COMMUNITY CLINIC",
  "HEALTH CENTER",
  "PODIATRY",
  "ANESTHESIA ASSOCIATES",
  "IMAGING",
  "PEDIATRICS",
  "WOMEN'S HEALTH",
] as const;
const SURNAMES_COUNT = 60_000;

interface NameMaker {
  person(): string;
  organization(): string;
  hospital(): string;
}

export function nameMaker(random: Random): NameMaker {
  const surnames = Array.from({ length: SURNAMES_COUNT }, () => surname(random));
  return {
    person: () => `${random.pickSkewed(surnames)}, ${random.pick(FIRST_NAMES)} ${"ABCDEFGHJKLMRST"[random.below(15)]}`,
    organization: () => `${random.pick(PLACES)} ${random.pickSkewed(surnames)} ${random.pick(KINDS)}`,
    hospital: () =>
      `${random.pick(PLACES)} ${random.pickSkewed(surnames)} ${random.next() < 0.6 ? "MEDICAL CENTER" : "HOSPITAL"}`,
  };
}

function surname(random: Random): string {
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  return syllable() + (random.next() < 0.5 ? syllable() : "") + random.pick(ENDINGS);
}
