import { foldName } from "../../../core/text/folding.ts";
import { Refusal } from "../../../core/text/refusal.ts";
import { listed } from "../../../dataset/published.ts";
import { amount, type Conversion, oneLine } from "../../../imports/declaring/conversions.ts";
import { type DatedCells, dated, heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { dtcBaseRates } from "../tables.ts";
import { type PeerGroup, REGIONS } from "../values.ts";

const PEER_GROUPS: Readonly<Record<string, PeerGroup>> = { CLINIC: "clinic", "AMB SURG": "ambsurg" };
const EPISODE = "CLINIC EPISODE";

const DOLLARS = "\\$?\\s*((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)";
const RATE = new RegExp(`^${DOLLARS}\\.[0-9]{2})(?![0-9]{2})\\s*[^.]{0,8}$`);
/** A number in a workbook: 117.40 is 117.4. Footnote marks after it are no letters or digits. */
const NUMBER = new RegExp(`^${DOLLARS}(?:\\.[0-9])?)\\s*[^\\p{L}0-9.,]{0,8}$`, "u");
const A_RATE = new Refusal("a rate such as $170.71, perhaps with a footnote mark");

/** A printed rate has two decimals; a further digit is a footnote mark. */
export const footnotedRate: Conversion = (cell) => {
  if (/^(?:-+|n\/?a)$/i.test(cell)) return null;
  const rate = RATE.exec(cell)?.[1] ?? NUMBER.exec(cell)?.[1];
  return rate === undefined ? A_RATE : amount(rate);
};

/** The page has a column per effective date, so one copy of it holds the whole history. */
export const freestandingBaseRates = publication({
  ...listed("ny/dtc-base-rates"),
  printsHistory: true,
  sections: [
    section({
      fields: {
        peerGroup: heading(["Peer Group", /^peer ?group/], oneLine),
        region: heading(["Region", /^region/], oneLine),
        rates: dated({ rate: heading([], footnotedRate) }),
      },
      feeds: [dtcBaseRates],
      read: () => {
        const clinics = new Map<string, string>();
        return {
          record(fields, intake) {
            const group = foldName(fields.peerGroup ?? "");
            const region = REGIONS.find((each) => foldName(each) === foldName(fields.region ?? ""));
            if (region === undefined) return intake.leaveOut("no region in the row");
            const values = fields.rates.filter(({ cells }) => cells.rate !== null);
            if (group === EPISODE) {
              // Rate code 1422 is priced with the clinic rate, which the page repeats for it.
              if (clinics.get(region) === textOf(values)) {
                return intake.leaveOut("Clinic Episode has the rates of Clinic, which are taken");
              }
              return intake.refuse(textOf(values), `the rates of Clinic ${region}, as Clinic Episode has always had`);
            }
            const peerGroup = PEER_GROUPS[group];
            if (peerGroup === undefined) {
              return intake.leaveOut("a peer group that is neither Clinic nor Amb Surg", fields.peerGroup ?? "");
            }
            if (peerGroup === "clinic") clinics.set(region, textOf(values));
            for (const { period, cells } of values) {
              const dates = { effectiveStartDate: period.start, effectiveEndDate: period.end };
              intake.take(dtcBaseRates, { peerGroup, region, baseRate: cells.rate, ...dates });
            }
          },
        };
      },
    }),
  ],
});

function textOf(values: readonly DatedCells<"rate">[]): string {
  return values.map(({ period, cells }) => `${cells.rate} from ${period.start}`).join(", ");
}
