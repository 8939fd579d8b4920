import { clfsFor } from "../../../federal/clfs.ts";
import { medicareClfs } from "../tables.ts";

/** Medicare's laboratory fees cap Georgia's (ga 2.5). */
export const clfs = clfsFor([medicareClfs], ({ asOf }) => ({
  record({ code, modifier, rate, year }, intake) {
    if (year !== null && year !== asOf.slice(0, 4))
      intake.refuse(year, `the year of ${asOf}, which the edition is as of`);
    if (rate === null || rate === "0.00") return intake.leaveOut("no amount", code ?? "");
    intake.sum("fees", rate);
    intake.take(medicareClfs, { code, modifier, rate });
  },
}));
