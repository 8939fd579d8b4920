import { foldCounty } from "../../../core/text/folding.ts";
import { ALL_COUNTIES, countyLocalities, OTHER_COUNTIES } from "../../../dataset/medicare-tables.ts";
import { listed } from "../../../dataset/published.ts";
import { oneLine, upperCase } from "../../declaring/conversions.ts";
import { heading } from "../../declaring/fields.ts";
import type { Intake } from "../../declaring/intake.ts";
import { publication, section } from "../../declaring/publication.ts";
import { digits, firstDayOf, toYearEnd } from "./editions.ts";

/** `25LOCCO.csv` */
function asOf(fileName: string): string | null {
  const [, year] = /(?:^|[^0-9])(20[0-9]{2}|[0-9]{2})locco/i.exec(fileName) ?? [];
  return year === undefined ? null : firstDayOf(year);
}

const STATES =
  "AL ALABAMA,AK ALASKA,AZ ARIZONA,AR ARKANSAS,CA CALIFORNIA,CO COLORADO,CT CONNECTICUT,DE DELAWARE,DC DISTRICT OF COLUMBIA,FL FLORIDA,GA GEORGIA,GU GUAM,HI HAWAII,ID IDAHO,IL ILLINOIS,IN INDIANA,IA IOWA,KS KANSAS,KY KENTUCKY,LA LOUISIANA,ME MAINE,MD MARYLAND,MA MASSACHUSETTS,MI MICHIGAN,MN MINNESOTA,MS MISSISSIPPI,MO MISSOURI,MT MONTANA,NE NEBRASKA,NV NEVADA,NH NEW HAMPSHIRE,NJ NEW JERSEY,NM NEW MEXICO,NY NEW YORK,NC NORTH CAROLINA,ND NORTH DAKOTA,OH OHIO,OK OKLAHOMA,OR OREGON,PA PENNSYLVANIA,PR PUERTO RICO,RI RHODE ISLAND,SC SOUTH CAROLINA,SD SOUTH DAKOTA,TN TENNESSEE,TX TEXAS,UT UTAH,VT VERMONT,VI VIRGIN ISLANDS,VA VIRGINIA,WA WASHINGTON,WV WEST VIRGINIA,WI WISCONSIN,WY WYOMING";

const CODE_OF_STATE = new Map(STATES.split(",").map((each) => [each.slice(3), each.slice(0, 2)]));

/** Names that the list misspells or shortens, and what the county is called elsewhere. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["ORAGNGE", ["ORANGE"]],
  ["DADE", ["DADE", "MIAMI-DADE"]],
]);

const SEPARATORS = /[,/]|\bAND\b/;

/** The counties of one locality; `state` is another one where a locality reaches into it. */
function* countiesIn(text: string, state: string): Generator<{ readonly state: string; readonly county: string }> {
  for (const part of text.split(";")) {
    const [, names = part, elsewhere = null] = /^(.*) IN ([A-Z ]+)$/.exec(part.trim()) ?? [];
    const code = elsewhere === null ? state : (CODE_OF_STATE.get(elsewhere) ?? elsewhere);
    if (/^\s*ALL OTHER COUNT|^\s*ALL COUNT.*\bEXCEPT\b/.test(names)) yield { state: code, county: OTHER_COUNTIES };
    else if (/^\s*ALL COUNT/.test(names)) yield { state: code, county: ALL_COUNTIES };
    else {
      for (const name of names.split(SEPARATORS).map((each) => each.replace(/\bCNTY\b/, "").trim())) {
        if (name === "") continue;
        for (const county of OTHER_NAMES.get(name) ?? [name]) yield { state: code, county: foldCounty(county) };
      }
    }
  }
}

/** The codes of `NEW YORK`, or of both parts of `HAWAII/GUAM`; an unknown name is refused. */
function stateCodes(names: string, intake: Intake): readonly string[] {
  return names.split("/").map((name) => CODE_OF_STATE.get(name.trim()) ?? intake.refuse(name, "the name of a state"));
}

/** The counties of each locality, as the reader's aid where a ZIP code does not tell (medicare 2.4). */
export const countiesFile = publication({
  ...listed("medicare/locality-counties"),
  period: toYearEnd,
  asOf,
  asOfText: null,
  sections: [
    section({
      member: /[0-9]{2}locco.*\.csv$/i,
      fields: {
        contractor: heading(["Medicare Adminstrative Contractor", "Medicare Administrative Contractor"], digits(5)),
        locality: heading("Locality Number", digits(2)),
        state: heading("State", upperCase),
        counties: heading("Counties", (cell) => upperCase(oneLine(cell) as string)),
      },
      lastRow: /^\*\s*Payment locality is serviced/,
      feeds: [countyLocalities],
      read: () => {
        let states: readonly string[] = [];
        return {
          record({ contractor, locality, state, counties }, intake) {
            // A state is named with its first locality only.
            if (state !== null) states = stateCodes(state, intake);
            if (counties === null) return intake.leaveOut("no counties");
            for (const each of states) {
              for (const named of countiesIn(counties, each)) {
                intake.take(countyLocalities, { ...named, contractor, locality });
              }
            }
          },
        };
      },
    }),
  ],
});
