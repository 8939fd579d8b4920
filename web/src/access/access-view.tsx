import { useState } from "preact/hooks";
import type { Problem } from "../api/ask.ts";
import type { Session } from "../api/session.ts";
import { ProblemNotice } from "../parts/notice.tsx";
import { Welcome } from "../parts/welcome.tsx";
import { inPageWords } from "../words/problem.ts";

interface AccessViewProps {
  readonly session: Extract<Session, { readonly state: "none" }>;
  readonly onKey: (key: string) => void;
}

/** Requests the key, once. It is sent and not kept: the browser keeps a session that no script can read. */
export function AccessView({ session: { hasEnded, isDemo, problem }, onKey }: AccessViewProps) {
  const [key, setKey] = useState("");
  const isOfKey = problem?.status === 401;
  return (
    <section class="access">
      {hasEnded ? null : <Welcome />}
      <h1>{hasEnded ? "Your session has ended" : "Sign in with an API key"}</h1>
      <p>
        {hasEnded
          ? "You signed out in another tab, its twelve hours are over, its key has expired or been revoked, or Ratebook was restarted. The address still holds your question; a file that was chosen has to be chosen again."
          : "The key is exchanged for a session that lasts twelve hours in this browser; the key itself is not kept."}
      </p>
      {isDemo ? (
        <p>
          This is the demo on sample data, and it needs no key: open the address that Ratebook printed when it was
          started. It ends with <span class="code">/#demo=</span> and a secret.
        </p>
      ) : null}
      {problem === null ? null : (
        <p class="fault" id="key-fault" role="alert">
          {isOfKey
            ? "This key is unknown, expired or revoked. Check that all of it is there."
            : inPageWords(problem).detail}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onKey(key.trim());
          setKey("");
        }}
      >
        <label for="key">API key</label>
        <p class="hint" id="key-hint">
          It begins with rb_live_. The operator of this service gives you one.
        </p>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          value={key}
          aria-describedby={problem === null ? "key-hint" : "key-hint key-fault"}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <button type="submit" class="primary">
          Sign in
        </button>
      </form>
    </section>
  );
}

interface NotOpenedProps {
  readonly problem: Problem;
  readonly onAgain: () => void;
}

/** Shown when the session or the catalogue could not be loaded, which every view needs. */
export function NotOpened({ problem, onAgain }: NotOpenedProps) {
  return (
    <section class="access">
      <h1>Ratebook cannot be reached</h1>
      <ProblemNotice problem={problem} onAgain={onAgain} />
      <p>Nothing is lost: the address still holds your question.</p>
    </section>
  );
}
