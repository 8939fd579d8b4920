// @ts-check

/** Half a second: nobody who stops a server waits for it longer than that without wondering. */
const LOOK_MILLISECONDS = 500;

/**
 * For what npm runs as a script. npm passes SIGTERM to the shell that it has started, and a shell that stays between (dash does) ends
 * by it and tells nobody: the server would go on, and hold its port. So whoever is left without a parent stops.
 * @param {() => void} stop
 */
export function stopWithParent(stop) {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, LOOK_MILLISECONDS);
  looking.unref();
}
