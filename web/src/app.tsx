import type { PageView } from "../../src/serve/http/page.ts";
import { AccessView, NotOpened } from "./access/access-view.tsx";
import { useAddress, type ViewProps } from "./address.ts";
import { usePace } from "./api/ask.ts";
import { useCatalogue, useRelease } from "./api/ready.ts";
import { useSession } from "./api/session.ts";
import { BasketView } from "./basket/basket-view.tsx";
import { ChangesView } from "./changes/changes-view.tsx";
import { CoverageView } from "./coverage/coverage-view.tsx";
import { LoadRatesView } from "./load-rates/load-rates-view.tsx";
import { LookUpView } from "./look-up/look-up-view.tsx";
import { Boundary, ProblemNotice, Waiting } from "./parts/notice.tsx";
import { Welcome } from "./parts/welcome.tsx";
import { PriceListView } from "./price-list/price-list-view.tsx";
import { RepricingView } from "./repricing/repricing-view.tsx";
import { TestDataBand } from "./test-data.tsx";
import { TopBar } from "./top-bar.tsx";

/** The views by their path; the server serves this document under each of them. */
const VIEWS: Readonly<Record<PageView, (props: ViewProps) => preact.JSX.Element>> = {
  "/": LookUpView,
  "/reprice": RepricingView,
  "/basket": BasketView,
  "/price-list": PriceListView,
  "/changes": ChangesView,
  "/coverage": CoverageView,
  "/load-rates": LoadRatesView,
};

function isView(path: string): path is PageView {
  return path in VIEWS;
}

/** The whole page: the session, the catalogue, and the view of the address. */
export function App() {
  const { path, query } = useAddress();
  const { session, openAgain, beginWith, end, endProblem } = useSession();
  const sessionPace = usePace(session.state === "opening");
  const catalogue = useCatalogue();
  const { release, coming } = useRelease();
  const View = isView(path) ? VIEWS[path] : LookUpView;

  function content() {
    if (session.state === "none") return <AccessView session={session} onKey={beginWith} />;
    if (session.state === "failed") return <NotOpened problem={session.problem} onAgain={openAgain} />;
    if (session.state === "opening") {
      return <Opening of={{ state: "waiting", pace: sessionPace }} />;
    }
    if (catalogue.state !== "answered") return <Opening of={catalogue} />;
    if (!catalogue.answer.ok) return <NotOpened problem={catalogue.answer.problem} onAgain={catalogue.again} />;
    // The band of test data stands above: a view that is drawn before it would jump.
    if (coming !== null) return <Opening of={{ state: "waiting", pace: coming }} />;
    const { key } = session;
    const states = catalogue.answer.body.states.filter(({ code }) => key.states.includes(code));
    return (
      <Boundary what="This view" of={`${path}?${query}`}>
        <View query={query} states={states} release={release} />
      </Boundary>
    );
  }

  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <TopBar path={path} release={release} sessionKey={session.state === "open" ? session.key : null} onEnd={end} />
      <TestDataBand release={release} />
      <main id="content" tabIndex={-1} hidden={coming === "brief"}>
        {endProblem === null ? null : <ProblemNotice problem={endProblem} onAgain={end} />}
        {content()}
      </main>
    </>
  );
}

/** Until the session, the catalogue and the release are there. */
function Opening({ of }: Pick<Parameters<typeof Waiting>[0], "of">) {
  return (
    <>
      <Welcome />
      <Waiting of={of} what="Opening Ratebook" />
    </>
  );
}
