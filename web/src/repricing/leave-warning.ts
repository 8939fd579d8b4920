import { useEffect } from "preact/hooks";

/** Has the browser ask before the page is left or loaded anew, while there is something to lose. */
export function useLeaveWarning(isAtWork: boolean): void {
  useEffect(() => {
    if (!isAtWork) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isAtWork]);
}
