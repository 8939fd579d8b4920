import { publication } from "../../../imports/declaring/publication.ts";
import { DCH } from "./columns.ts";
import { feeList } from "./fee-list.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

export const vaccineAdministration = publication({
  folder: "ga",
  name: "vaccine-administration",
  title: "Adult Vaccine Administration Fees",
  publisher: DCH,
  published: "in the immunization and physician manuals",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  sections: [feeList("vaccine_admin", "ADULT")],
});
