import type { Conversion } from "../../../imports/declaring/conversions.ts";

/** `1` or `I` is a person, `2` or `O` an organization; the list also says that it does not know. */
export const entityType: Conversion = (cell) => {
  if (/^(?:1|i)/i.test(cell)) return "Individual";
  return /^(?:2|o)/i.test(cell) ? "Organization" : null;
};

/** `33143-6636`; without the four digits where they are missing or zero. */
export const zipCode: Conversion = (cell) => {
  const [, five, four] = /^([0-9]{5})[- ]*([0-9]{4})?$/.exec(cell) ?? [];
  if (five === undefined) return cell;
  return four === undefined || four === "0000" ? five : `${five}-${four}`;
};
