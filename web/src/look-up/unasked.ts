import { createContext } from "preact";
import { useCallback, useContext, useEffect, useState } from "preact/hooks";

/*
 * While something is typed, the address and the answer are still those of the question before. Fields tell here that they say
 * something else than was asked, so that the price beside them is not taken for the answer to what they say.
 */

type Tell = (parameter: string, isUnasked: boolean) => void;

export const Unasked = createContext<Tell>(() => {});

/** Tells whether a field says something that was not asked yet. */
export function useTellUnasked(parameter: string, isUnasked: boolean): void {
  const tell = useContext(Unasked);
  useEffect(() => {
    tell(parameter, isUnasked);
    return () => tell(parameter, false);
  }, [tell, parameter, isUnasked]);
}

/** Whether any field does; `tell` is for the context of the fields. */
export function useUnasked(): { readonly isAny: boolean; readonly tell: Tell } {
  const [parameters, setParameters] = useState<readonly string[]>([]);
  const tell = useCallback<Tell>((parameter, isUnasked) => {
    setParameters((before) => {
      if (before.includes(parameter) === isUnasked) return before;
      return isUnasked ? [...before, parameter] : before.filter((each) => each !== parameter);
    });
  }, []);
  return { isAny: parameters.length > 0, tell };
}
