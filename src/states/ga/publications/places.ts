import { foldName } from "../../../core/text/folding.ts";

/** A county as tables of ours prefer it, without the word that some lists add (ga 2.1). */
export function withoutCounty(name: string): string {
  return name.replace(/ (?:county|counties)$/i, "");
}

const ZIP_LENGTH = 5;

/** The delivery area of a ZIP code, whose last four digits say nothing about the county. */
export function fiveDigits(zip: string): string {
  return zip.slice(0, ZIP_LENGTH);
}

/** The words that one registry spells out and the other abbreviates. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  STREET: "ST",
  ROAD: "RD",
  AVENUE: "AVE",
  DRIVE: "DR",
  LANE: "LN",
  CIRCLE: "CIR",
  COURT: "CT",
  PLACE: "PL",
  BOULEVARD: "BLVD",
  HIGHWAY: "HWY",
  PARKWAY: "PKWY",
  NORTH: "N",
  SOUTH: "S",
  EAST: "E",
  WEST: "W",
  NORTHEAST: "NE",
  NORTHWEST: "NW",
  SOUTHEAST: "SE",
  SOUTHWEST: "SW",
};

/** The form in which street addresses of two registries are compared: without suites and boxes behind a comma. */
export function foldStreet(address: string): string {
  const [street = ""] = address.split(",");
  return foldName(street)
    .split(" ")
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join(" ");
}
