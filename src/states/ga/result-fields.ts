import { commonResultFields } from "../../pricing/result-fields.ts";

const { state_provider_id: _, ...others } = commonResultFields;

/** The fields of every lookup; Georgia publishes no state provider ID (contract 2.4). */
export const georgiaResultFields = others;
