import { outpatientResultFields } from "../../pricing/outpatient-result.ts";
import { commonResultFields } from "../../pricing/result-fields.ts";

const { state_provider_id: _, ...ofEveryLookup } = commonResultFields;
const { state_provider_id: __, ...ofOutpatientLookups } = outpatientResultFields;

/** The fields of every lookup; Georgia publishes no state provider ID (contract 2.4). */
export const georgiaResultFields = ofEveryLookup;

/** The fields of every outpatient lookup, without that ID too. */
export const georgiaOutpatientResultFields = ofOutpatientLookups;
