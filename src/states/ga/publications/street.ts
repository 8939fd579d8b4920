import { foldName } from "../../../text/folding.ts";

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
