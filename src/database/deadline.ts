import type { Sql } from "./driver.ts";

/** How long answers are waited for, and what becomes of connections that give none. */
interface Deadline {
  /** The driver with the connections that are used now. */
  readonly current: () => Sql;
  readonly milliseconds: number;
  /** Told whose connections are of no use: nothing has come over them, or they could not be made in time. */
  readonly onSilence: (driver: Sql) => void;
  /** Told of a question that has failed, before whoever asked it is. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * The driver's questions with a deadline of our own each. A server that hangs, or whose machine has lost its power, closes no connection
 * and keeps to no limit of its statements: only whoever waits can notice.
 */
export function withDeadline(deadline: Deadline): Sql {
  return new Proxy(deadline.current(), {
    apply: (_, self, given) => {
      const driver = deadline.current();
      return watched(Reflect.apply(driver, self, given), driver, deadline);
    },
    get: (_, name) => {
      const driver = deadline.current();
      const member: unknown = Reflect.get(driver, name);
      if (name !== "unsafe" || typeof member !== "function") return member;
      return (...given: unknown[]) => watched(Reflect.apply(member, driver, given), driver, deadline);
    },
  });
}

const WAITING = new Set<string | symbol>(["then", "catch", "finally"]);

/** A question is asked when somebody waits for it; until then it may be a part of another one, and is left as it is. */
function watched<Made>(made: Made, driver: Sql, deadline: Deadline): Made {
  if (!(made instanceof Promise)) return made;
  let answer: Promise<unknown> | null = null;
  return new Proxy(made, {
    get: (question, name) => {
      const member: unknown = Reflect.get(question, name);
      if (typeof member !== "function") return member;
      if (!WAITING.has(name)) return member.bind(question);
      return (...given: unknown[]) => {
        answer ??= inTime(question, driver, deadline);
        return Reflect.apply(Reflect.get(answer, name), answer, given);
      };
    },
  });
}

function inTime(
  question: Promise<unknown>,
  driver: Sql,
  { milliseconds, onSilence, onFailure }: Deadline,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(silence(milliseconds));
      withdraw(question);
      onSilence(driver);
    };
    // A process that was busy for so long reads the answer first, if there is one.
    let late: NodeJS.Immediate | null = null;
    const timer = setTimeout(() => {
      late = setImmediate(giveUp);
    }, milliseconds);
    const settle = () => {
      clearTimeout(timer);
      if (late !== null) clearImmediate(late);
    };
    question.then(
      (rows) => {
        settle();
        resolve(rows);
      },
      (error: unknown) => {
        settle();
        onFailure?.(error);
        reject(error);
        if ((error as NodeJS.ErrnoException | null)?.code === "CONNECT_TIMEOUT") onSilence(driver);
      },
    );
  });
}

/** A question that has not been sent never is. One that was sent ends with its connection. */
function withdraw(question: Promise<unknown>): void {
  const isSent = Reflect.get(question, "state") !== null;
  const cancel: unknown = Reflect.get(question, "cancel");
  if (!isSent && typeof cancel === "function") Reflect.apply(cancel, question, []);
}

function silence(milliseconds: number): Error {
  return Object.assign(new Error(`no answer for ${milliseconds / 1_000} seconds`), { code: "CONNECTION_SILENT" });
}
