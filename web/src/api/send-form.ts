import { type Answer, type Problem, SESSION_ENDED, SESSION_OVER, unreadable } from "./ask.ts";

interface Sent {
  readonly bytes: number;
  readonly total: number;
}

/** A form in transfer, which can be cancelled. */
export interface Sending<Body> {
  /** Null when it was cancelled. */
  readonly answer: Promise<Answer<Body> | null>;
  withdraw(): void;
}

const NOT_SENT: Problem = {
  status: 0,
  code: "not_sent",
  title: "The file was not sent",
  detail:
    "The service does not answer, or the file was changed or moved since it was chosen. Check that Ratebook is running; then try again, or choose the file again.",
};

/** Sends a form and reports the upload progress: only XMLHttpRequest knows it, fetch does not. */
export function sendForm<Body>(path: string, form: FormData, onSent: (sent: Sent) => void): Sending<Body> {
  const request = new XMLHttpRequest();
  const { promise, resolve } = Promise.withResolvers<Answer<Body> | null>();
  request.upload.onprogress = ({ loaded, total }) => onSent({ bytes: loaded, total });
  request.onabort = () => resolve(null);
  request.onerror = () => resolve({ ok: false, problem: NOT_SENT });
  request.onload = () => resolve(answerOf<Body>(request));
  request.open("POST", path);
  request.responseType = "json";
  request.send(form);
  return { answer: promise, withdraw: () => request.abort() };
}

function answerOf<Body>({ status, response }: XMLHttpRequest): Answer<Body> {
  if (status >= 200 && status < 300 && response !== null) {
    return { ok: true, body: response as Body, headers: new Headers() };
  }
  if (status === 401) {
    dispatchEvent(new Event(SESSION_ENDED));
    return { ok: false, problem: SESSION_OVER };
  }
  const isProblem = typeof response === "object" && response !== null && "code" in response && "detail" in response;
  return { ok: false, problem: isProblem ? (response as Problem) : unreadable(status) };
}
