import { releaseSetting } from "../operations/configuration.ts";
import type { OperatorSetting } from "../operations/setting.ts";
import { Refusal } from "../text/refusal.ts";

/** The variable of the key for a server. It has no option: what is on a command line is seen by everybody on the machine. */
export const API_KEY_VARIABLE = "RATEBOOK_API_KEY";

export const localReleaseSetting: OperatorSetting<string | null> = {
  ...releaseSetting,
  fallback: null,
  fallbackText: "none",
};

export const serverUrlSetting: OperatorSetting<string | null> = {
  flags: "--url <address>",
  variable: "RATEBOOK_URL",
  description: `the server to ask instead of a release, with the key in ${API_KEY_VARIABLE}`,
  fallback: null,
  fallbackText: "none",
  read: readServerUrl,
};

const PREFIX = /\/(?:api\/v1\/?)?$/;

/** Where a server's paths begin, written with or without /api/v1. */
function readServerUrl(text: string): string | Refusal {
  const expected = new Refusal(
    "the address of a server such as http://127.0.0.1:8080, without a user, query or fragment",
  );
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return expected;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return expected;
  return `${url.origin}${url.pathname.replace(PREFIX, "")}`;
}
