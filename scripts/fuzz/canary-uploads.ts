import { claimRows, HEADINGS } from "../fire/claim-files.ts";
import { BOUNDARY, type FormPart, formBody, formRequest } from "../fire/forms.ts";
import { type Answer, Client } from "../fire/http.ts";
import { JOBS_PATH, type Job, JobClient } from "../fire/job-client.ts";
import { type Canaries, type Leak, leaksInText } from "../fire/leaks.ts";

const JOB_MILLISECONDS_MAX = 120_000;

/** An upload full of marks: in cells, in the file's name, in fields and in headers. */
interface MarkedUpload {
  readonly parts: readonly FormPart[];
  /** Marks that no answer may hold beside its `file_name`: a file's name and the headers of the request. */
  readonly never: readonly string[];
}

/** Files that are looked at, priced and refused, marked all over; nothing of them is left once their jobs are deleted. */
export async function markedUploads(port: number, key: string, canaries: Canaries): Promise<readonly Leak[]> {
  const client = new Client(port);
  const jobs = new JobClient(port, key);
  const leaks: Leak[] = [];
  try {
    for (const { parts, never } of uploads(canaries)) {
      const headerMark = canaries.put("header of an upload");
      const { headers, ...sent } = formRequest(JOBS_PATH, key, formBody(parts));
      const marked = { ...headers, "idempotency-key": headerMark, "x-mark": headerMark };
      const answer = await client.send({ ...sent, headers: marked });
      const watched = canaries.all.filter(({ mark }) => mark === headerMark || never.includes(mark));
      leaks.push(...leaksInText(`the answer ${answer.status} to an upload`, shown(answer), watched));
      if (answer.status !== 202) continue;
      const { id } = JSON.parse(answer.body) as Job;
      await jobs.ended(id, JOB_MILLISECONDS_MAX);
      leaks.push(...leaksInText("the answer to a look at a job", shown(await jobs.show(id)), watched));
      await jobs.delete(id);
    }
  } finally {
    client.close();
    jobs.close();
  }
  return leaks;
}

/** An answer without the one member that gives the client its own name of the file back. */
function shown({ status, headers, body }: Answer): string {
  const isJob = status === 200 || status === 202;
  const { file_name: _, ...rest } = (isJob ? JSON.parse(body) : { body }) as Record<string, unknown>;
  return `${JSON.stringify(headers)}\n${JSON.stringify(rest)}`;
}

function* uploads(canaries: Canaries): Iterable<MarkedUpload> {
  const fileName = (what: string) => canaries.put(`file name of ${what}`);
  const uploaded = (what: string, content: string, fields: Readonly<Record<string, string>>): MarkedUpload => {
    const name = fileName(what);
    const given = Object.entries({ state: "ca", setting: "outpatient", ...fields });
    const parts = given.map(([field, value]) => ({ name: field, content: value }));
    return { parts: [...parts, { name: "file", content, fileName: `${name}.csv` }], never: [name] };
  };
  const dryRun = { dry_run: "true" };
  const put = (where: string) => canaries.put(`upload, ${where}`);
  yield uploaded("a look", claims(put), dryRun);
  yield uploaded("a job", claims(put), { by: "Group" });
  yield uploaded("a file without columns", `${put("heading")},${put("heading")}\n${put("cell")},1\n`, {});
  yield uploaded("no table", put("text"), dryRun);
  yield uploaded("a damaged workbook", `PK\u0003\u0004${put("packed")}`, dryRun);
  yield uploaded("strange fields", claims(put), { ...dryRun, [put("field")]: put("value"), columns: put("columns") });
  const cut = uploaded("a form cut off", claims(put), dryRun);
  yield { ...cut, parts: [...cut.parts, { name: "x", content: `${put("after")}\r\n--${BOUNDARY}` }] };
}

/** Claims with marks in cells that are read, passed through and faulty. */
function claims(put: (where: string) => string): string {
  const rows = claimRows(20).map((cells) => [put("claim"), ...cells.slice(1), put("reference_id"), put("group")]);
  const faulty = [
    put("claim"),
    put("npi"),
    put("code"),
    put("day"),
    put("units"),
    put("paid"),
    put("ref"),
    put("group"),
  ];
  return [[...HEADINGS, "reference_id", "Group"], ...rows, faulty].map((cells) => `${cells.join(",")}\n`).join("");
}
