import type { PageView } from "../../src/http/page/page-endpoints.ts";
import { AccessView } from "./access/access-view.tsx";
import { useAddress } from "./address.ts";
import { useCatalogue } from "./api/catalogue.ts";
import { useReady } from "./api/ready.ts";
import { useSession } from "./api/session.ts";
import { ChangesView } from "./changes/changes-view.tsx";
import { CoverageView } from "./coverage/coverage-view.tsx";
import { LookUpView } from "./look-up/look-up-view.tsx";
import { ProblemNotice } from "./parts/notice.tsx";
import { Waiting } from "./parts/waiting.tsx";
import { RepricingView } from "./repricing/repricing-view.tsx";
import { TopBar } from "./top-bar.tsx";
import type { ViewProps } from "./view.ts";

/** The views by their path; the server serves this document under each of them. */
const VIEWS: Readonly<Record<PageView, (props: ViewProps) => preact.JSX.Element>> = {
  "/": LookUpView,
  "/reprice": RepricingView,
  "/changes": ChangesView,
  "/coverage": CoverageView,
};

function isView(path: string): path is PageView {
  return path in VIEWS;
}

/** The whole page: who may look, what can be asked, and the view that the address names. */
export function App() {
  const { path, query } = useAddress();
  const { session, beginWith, end } = useSession();
  const catalogue = useCatalogue();
  const ready = useReady();
  const release = ready.state === "answered" && ready.answer.ok ? ready.answer.body.release : null;
  const View = isView(path) ? VIEWS[path] : LookUpView;

  function content() {
    if (session.state === "none") return <AccessView session={session} onKey={beginWith} />;
    if (catalogue.state === "answered" && !catalogue.answer.ok) {
      return <ProblemNotice problem={catalogue.answer.problem} onAgain={catalogue.again} />;
    }
    if (session.state === "opening" || catalogue.state !== "answered" || !catalogue.answer.ok) {
      return <Waiting of={catalogue} what="Opening Ratebook" />;
    }
    const { key } = session;
    const states = catalogue.answer.body.states.filter(({ code }) => key.states.includes(code));
    return <View query={query} states={states} release={release} />;
  }

  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <TopBar path={path} release={release} sessionKey={session.state === "open" ? session.key : null} onEnd={end} />
      <main id="content" tabIndex={-1}>
        {content()}
      </main>
    </>
  );
}
