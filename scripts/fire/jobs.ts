import { setTimeout as wait } from "node:timers/promises";
import { REPRICE_PATH } from "../../src/pricing/state/api-paths.ts";
import { type Answer, answerOf, type Sent } from "./http.ts";

const BOUNDARY = "ratebook-fire-boundary";
const LOOK_MILLISECONDS = 100;
/** A small file takes less than a second. */
const JOB_MILLISECONDS_MAX = 120_000;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
}

/** How a file went: the results, a refusal of the upload, the reason of a job that failed, or an answer that was lost on the way. */
export type Repriced =
  | { readonly kind: "done"; readonly results: string }
  | { readonly kind: "refused" | "failed" | "lost"; readonly why: string };

/** Has California's claims repriced, as a client does: uploads, looks until the job ends, downloads, and deletes the job. */
export async function repriced(port: number, key: string, claims: string): Promise<Repriced> {
  const uploaded = await answerOf(port, key, upload(claims));
  if (uploaded === null) return { kind: "lost", why: "the answer to the upload" };
  if (uploaded.status !== 202) return { kind: "refused", why: `${uploaded.status}: ${uploaded.body.slice(0, 300)}` };
  const path = `${REPRICE_PATH}/${(JSON.parse(uploaded.body) as Job).id}`;
  const get = (of: string) => answerOf(port, key, { method: "GET", path: of });
  const deadline = performance.now() + JOB_MILLISECONDS_MAX;
  for (;;) {
    const shown = await get(path);
    if (shown?.status !== 200) return lost("the look at the job", shown);
    const { status, reason } = JSON.parse(shown.body) as Job;
    if (status === "done" || status === "failed") {
      const downloaded = await get(`${path}/results`);
      const deleted = await answerOf(port, key, { method: "DELETE", path });
      if (status === "failed") {
        const half = downloaded?.status === 200 ? ", and its results can be downloaded" : "";
        return { kind: "failed", why: `${reason}${half}` };
      }
      if (downloaded?.status !== 200) return lost("the download", downloaded);
      if (deleted?.status !== 200) return lost("the deletion", deleted);
      return { kind: "done", results: downloaded.body };
    }
    if (performance.now() > deadline) return { kind: "failed", why: `still ${status} after two minutes` };
    await wait(LOOK_MILLISECONDS);
  }
}

function lost(what: string, answer: Answer | null): Repriced {
  return {
    kind: "lost",
    why: `${what}: ${answer === null ? "no answer" : `${answer.status}: ${answer.body.slice(0, 300)}`}`,
  };
}

function upload(claims: string): Sent {
  const field = (name: string, value: string, file = "") =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  const fields = `${field("state", "ca")}${field("setting", "outpatient")}`;
  const body = `${fields}${field("file", claims, '; filename="claims.csv"')}--${BOUNDARY}--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return { method: "POST", path: REPRICE_PATH, headers, body };
}
