import { LongWorkThread } from "../http/long-work/thread.ts";

let thread: LongWorkThread | null = null;

/**
 * The thread for the long work of this process, which starts when it is first asked for. Asked for before the rest of the
 * service is loaded, it loads beside it, and a server is ready a quarter of a second sooner.
 */
export function longWorkThread(): LongWorkThread {
  thread ??= new LongWorkThread(new URL("./long-work-thread.ts", import.meta.url));
  return thread;
}
