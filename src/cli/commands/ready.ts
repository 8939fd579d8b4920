import type { Command } from "commander";
import { reasonOf } from "../../core/runtime/failure.ts";
import type { Ready } from "../../serve/http/health-endpoints.ts";
import { addressOf, PROBES } from "../../serve/operations/address.ts";
import { type ExitCode, notify, print, wrongUsage } from "../command-io.ts";
import { isWritten } from "../options.ts";

/* Container probes run this every few seconds: it loads little besides the HTTP client of Node. */

interface ReadyOptions {
  readonly host: string;
  readonly port: number;
  /** Null: host and port decide. */
  readonly url: string | null;
}

/** A busy server answers within this time. Containers end a probe after five seconds, and then nothing is printed. */
const ANSWER_MILLISECONDS_MAX = 3_000;
/** A server sends less than two kilobytes. */
const ANSWER_BYTES_MAX = 65_536;
const LINE_CHARACTERS_MAX = 500;

/** Requests `/readyz` of a server and prints one line. A degraded server can answer. */
export async function ready({ host, port, url }: ReadyOptions, command: Command): Promise<ExitCode> {
  if (url !== null && (isWritten(command, "host") || isWritten(command, "port"))) {
    throw wrongUsage("--url names host and port too. Leave out --host and --port.");
  }
  if (url === null && port === 0) {
    notify(
      'not ready: port 0 stands for one that the server chooses. Name the port of the line "listening" in its log.',
    );
    return 1;
  }
  const address = url ?? addressOf(host, port);
  let answer: Answer;
  try {
    answer = await answerOf(`${address}${PROBES.readiness}`, url === null);
  } catch (error) {
    notify(line(`not ready: ${address} does not answer (${reasonOf(error)}).`));
    return 1;
  }
  const healthy = answer.status === 200 ? healthyLine(answer.body) : null;
  if (healthy === null) notify(line(`not ready: ${problemIn(answer, address)}`));
  else print(line(healthy));
  return healthy === null ? 1 : 0;
}

interface Answer {
  readonly status: number | undefined;
  /** Null where it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * A server answers to the name localhost, whichever names it is restricted to (`--allowed-host`). `getBuiltinModule` loads only what is
 * used (`src/core/runtime/node-http.ts`).
 */
async function answerOf(url: string, isOnThisMachine: boolean): Promise<Answer> {
  const { get } = url.startsWith("https:")
    ? process.getBuiltinModule("node:https")
    : process.getBuiltinModule("node:http");
  const signal = AbortSignal.timeout(ANSWER_MILLISECONDS_MAX);
  return await new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`no answer within ${ANSWER_MILLISECONDS_MAX / 1_000} seconds`) : error);
    const headers = isOnThisMachine ? { host: "localhost" } : {};
    get(url, { agent: false, headers, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
        if (text.length > ANSWER_BYTES_MAX)
          response.destroy(new Error("its answer is too long for a server of Ratebook"));
      });
      response.on("error", fail);
      response.on("end", () => resolve({ status: response.statusCode, body: objectIn(text) }));
    })
      .on("upgrade", (_response, socket) => {
        socket.destroy();
        fail(new Error("it speaks another protocol"));
      })
      .on("error", fail);
  });
}

function objectIn(text: string): Answer["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Answer["body"]) : null;
  } catch {
    return null;
  }
}

/** The line of a server that can answer; null when another program answers at its address. */
function healthyLine(body: Answer["body"]): string | null {
  if (!isReady(body)) return null;
  const { status, program_version: version, release, problems } = body;
  return [`${status}: Ratebook ${version}, release ${release.name} ${release.version}.`, ...problems].join(" ");
}

/** Another program may answer at the address, with another form of JSON. */
function isReady(body: object | null): body is Ready {
  const { status, program_version: version, release, problems } = (body ?? {}) as Partial<Ready>;
  const texts = [version, release?.name, release?.version, ...(Array.isArray(problems) ? problems : [null])];
  return (status === "ready" || status === "degraded") && texts.every((text) => typeof text === "string");
}

function problemIn({ status, body }: Answer, address: string): string {
  if (typeof body?.detail === "string") return body.detail;
  return `${address} answers with status ${status}, and not as a server of Ratebook does.`;
}

/** A name of the dataset may have control or invisible characters, and another program may have answered. */
function line(text: string): string {
  return text.replace(/[\s\p{Control}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, LINE_CHARACTERS_MAX);
}
