import { AccessView, NotOpened } from "./access/access-view.tsx";
import { useAddress } from "./address.ts";
import { usePace } from "./api/ask.ts";
import { useCatalogue, useRelease } from "./api/ready.ts";
import { useSession } from "./api/session.ts";
import { Boundary, ProblemNotice, Waiting } from "./parts/notice.tsx";
import { Welcome } from "./parts/welcome.tsx";
import { TestDataBand } from "./test-data.tsx";
import { TopBar } from "./top-bar.tsx";
import { useView, VIEW_NOT_LOADED } from "./views.ts";

/** The whole page: the session, the catalogue, and the view of the address. */
export function App() {
  const { path, query } = useAddress();
  const { session, openAgain, beginWith, end, endProblem } = useSession();
  const sessionPace = usePace(session.state === "opening");
  const catalogue = useCatalogue();
  const { release, coming } = useRelease();
  const view = useView(path);

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
    if (view.state === "failed") return <ProblemNotice problem={VIEW_NOT_LOADED} onAgain={() => location.reload()} />;
    if (view.state === "waiting") return <Waiting of={view} what="Opening the view" />;
    const { View } = view;
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
