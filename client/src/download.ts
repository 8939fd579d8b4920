import { type AboutAnswer, aboutAnswer } from "./answer.ts";
import { ABORTED, type AttemptFailure, connectionFailed, failedConnection, type Opened, timedOut } from "./attempt.ts";
import type { RatebookError } from "./failure.ts";
import type { Settings } from "./options.ts";

/** A file of the service. */
export interface Download extends AboutAnswer {
  /** Read it to its end or cancel it. A read fails with a `RatebookError` when the file does not arrive whole. */
  readonly body: ReadableStream<Uint8Array>;
  /** Its size; null when the service did not send it, as with a compressed file. */
  readonly bytes: number | null;
  readonly mediaType: string;
}

type ToError = (failed: AttemptFailure) => RatebookError;

export function downloadOf(
  opened: Opened,
  settings: Settings,
  signal: AbortSignal | undefined,
  toError: ToError,
): Download {
  const { headers } = opened;
  const length = headers.get("content-length");
  // The length of a compressed body differs.
  const bytes = length === null || headers.has("content-encoding") ? null : Number(length);
  return {
    body: checkedBody(opened, bytes, settings, signal, toError),
    bytes,
    mediaType: headers.get("content-type") ?? "",
    ...aboutAnswer(headers),
  };
}

/** The body with typed failures: it ends with the signal, when nothing arrives for too long, and when it is shorter than announced. */
function checkedBody(
  { body, close }: Opened,
  bytes: number | null,
  { clock, timeoutMilliseconds }: Settings,
  signal: AbortSignal | undefined,
  toError: ToError,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader() ?? null;
  let received = 0;
  let onAbort = () => {};
  const end = () => {
    signal?.removeEventListener("abort", onAbort);
    close();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        onAbort = () => {
          controller.error(toError(ABORTED));
          end();
        };
        if (signal?.aborted) onAbort();
        else signal?.addEventListener("abort", onAbort);
      },
      pull: async (controller) => {
        const fail = (failed: AttemptFailure) => {
          controller.error(toError(failed));
          end();
        };
        const callOff = clock.after(timeoutMilliseconds, () => fail(timedOut(timeoutMilliseconds)));
        try {
          const part = await (reader?.read() ?? { done: true as const, value: undefined });
          received += part.value?.byteLength ?? 0;
          if (part.value !== undefined) controller.enqueue(part.value);
          else if (bytes !== null && received !== bytes) fail(endedEarly(received, bytes));
          else {
            controller.close();
            end();
          }
        } catch (error) {
          // No effect on a stream that the signal or the timeout has ended.
          fail(failedConnection(error));
        } finally {
          callOff();
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

function endedEarly(received: number, bytes: number): AttemptFailure<"network"> {
  return connectionFailed("incomplete_answer", `The file ended early: ${received} of ${bytes} bytes arrived.`);
}
