/** One answer among bytes that came over a connection. */
interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const STATUS_LINE = /^HTTP\/1\.1 ([1-5][0-9]{2}) [^\r\n]*$/;

/** The answers in bytes received; what is wrong with them where they are not well-formed HTTP. */
export function answersIn(received: Buffer): { readonly answers: readonly RawAnswer[]; readonly fault: string | null } {
  const answers: RawAnswer[] = [];
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return { answers, fault: "an answer without the end of its headers" };
    const [statusLine = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
    if (!status) return { answers, fault: `not a status line: ${statusLine.slice(0, 80)}` };
    const headers = new Map(lines.map((line) => line.toLowerCase().split(/:\s*/, 2) as [string, string]));
    rest = rest.subarray(end + HEAD_END.length);
    if (status < 200 || status === 204 || status === 304) {
      answers.push({ status, body: "" });
      continue;
    }
    const length = Number(headers.get("content-length"));
    if (!Number.isInteger(length)) return { answers, fault: `${status} without Content-Length` };
    if (rest.length < length) return { answers, fault: `${status} with ${rest.length} of ${length} bytes` };
    answers.push({ status, body: rest.subarray(0, length).toString("utf8") });
    rest = rest.subarray(length);
  }
  return { answers, fault: null };
}
