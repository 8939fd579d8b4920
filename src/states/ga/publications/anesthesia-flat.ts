import { publication } from "../../../imports/declaring/publication.ts";
import { DCH } from "./columns.ts";
import { feeList } from "./fee-list.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

export const anesthesiaFlat = publication({
  folder: "ga",
  name: "anesthesia-flat",
  title: "Anesthesia Flat Fees",
  publisher: DCH,
  published: "in the policy appendix of the Part II Physician Services manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  sections: [feeList("anesthesia_flat")],
});
