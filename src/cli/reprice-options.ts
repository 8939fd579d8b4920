import { availableParallelism } from "node:os";
import { serverSettings } from "../operations/configuration.ts";
import { readPath, type Setting } from "../operations/setting.ts";
import { Refusal } from "../reading/refusal.ts";

export const repricedSetting: Setting<string> = {
  flags: "--out <file>",
  variable: "RATEBOOK_REPRICE_OUT",
  description: "the CSV to write; it appears under this name only when it is complete",
  read: readPath,
};

export const fieldsSetting: Setting<readonly string[] | null> = {
  flags: "--fields <names>",
  variable: "RATEBOOK_REPRICE_FIELDS",
  description: "the fields of the result to write, such as payment_rate,error_message; all for every field",
  fallback: null,
  fallbackText: "the amount, its kind, provider, period, calculation and error",
  read: readNames,
};

export const compareSetting: Setting<string | null> = {
  flags: "--compare <column>",
  variable: "RATEBOOK_REPRICE_COMPARE",
  description: "a column with the amount that was paid; adds how much more the rate is",
  fallback: null,
  fallbackText: "none",
  read: (text) => text.trim() || new Refusal("the name of a column"),
};

export const passThroughSetting: Setting<readonly string[]> = {
  flags: "--pass-through <columns>",
  variable: "RATEBOOK_REPRICE_PASS_THROUGH",
  description: "columns that are no parameters although they look like one",
  fallback: [],
  fallbackText: "none",
  read: readNames,
};

export const threadsSetting: Setting<number> = {
  ...serverSettings.workers,
  description: "threads that price",
  fallback: availableParallelism(),
  fallbackText: "one per core",
};

function readNames(text: string): readonly string[] | Refusal {
  const names = text.split(",").map((name) => name.trim());
  return names.includes("") ? new Refusal("names separated by commas") : names;
}
