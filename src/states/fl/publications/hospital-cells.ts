import { type Conversion, number, oneLine, percent } from "../../../imports/declaring/conversions.ts";
import { Refusal } from "../../../text/refusal.ts";
import { PARAMETERS } from "../tables.ts";
import type { HOSPITAL_CLASSES, TraumaClass } from "../values.ts";

/** Below this a figure without a percent sign is a fraction; nobody pays 300% or 3% of anything here. */
const PERCENTAGES_START_AT = 3;

/** A percentage however it is stored: `17%`, `17`, or the `0.17` of a cell that shows percent. */
export const share: Conversion = (cell) => {
  if (cell.endsWith("%")) return percent(cell);
  const figure = number(cell);
  return typeof figure === "string" && Number(figure) >= PERCENTAGES_START_AT ? percent(cell) : figure;
};

type HospitalClass = (typeof HOSPITAL_CLASSES)[number];

const CLASS_BY_WORD: readonly (readonly [word: RegExp, hospitalClass: HospitalClass])[] = [
  [/child/i, "Childrens"],
  [/rural/i, "Rural"],
  [/ltac|long[- ]term/i, "LTAC"],
  [/teaching/i, "Teaching"],
  [/^(?:all )?others?$/i, "All Other"],
];

/** Our name of a hospital class; null for those that have none of their own. */
export function hospitalClassOf(published: string | null): HospitalClass | null {
  return CLASS_BY_WORD.find(([word]) => word.test(published ?? ""))?.[1] ?? null;
}

const TRAUMA_BY_SHARE: Readonly<Record<string, TraumaClass>> = {
  [PARAMETERS.trauma_level_i.builtIn]: "Level I",
  [PARAMETERS.trauma_level_ii.builtIn]: "Level II",
  [PARAMETERS.trauma_pediatric.builtIn]: "Pediatric",
};

const A_TRAUMA_CENTER = new Refusal("a trauma level (I, II, Pediatric), or its 17%, 11% or 4%");

/** The trauma level of a hospital, by its name or by the percentage that it is paid; zero is no trauma center. */
export const traumaClass: Conversion = (cell) => {
  const text = oneLine(cell) as string;
  if (/^(?:no|none|n\/?a|-+)$/i.test(text)) return null;
  // "Level II and Pediatric" is paid as Level II, so levels are looked for first.
  if (/(?:^|\blevel )(?:ii|2)\b(?![.%])/i.test(text)) return "Level II";
  if (/(?:^|\blevel )(?:i|1)\b(?![.%])/i.test(text)) return "Level I";
  if (/^p(?:ed\w*)?\b/i.test(text)) return "Pediatric";
  const paid = share(text);
  if (typeof paid !== "string") return A_TRAUMA_CENTER;
  return Number(paid) === 0 ? null : (TRAUMA_BY_SHARE[paid] ?? A_TRAUMA_CENTER);
};
