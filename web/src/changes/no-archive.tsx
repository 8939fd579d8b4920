import type { Problem } from "../api/problem.ts";
import { Notice } from "../parts/notice.tsx";

/** There is nothing to compare with: what the service says, and how whoever runs it changes that. */
export function NoArchive({ problem }: { readonly problem: Problem }) {
  return (
    <Notice title="No earlier release to compare with">
      <p>{problem.detail}</p>
      <ol>
        <li>Make a folder for release files that went out of service.</li>
        <li>Copy a release file there when a newer one takes its place; it is seen with the next question.</li>
        <li>
          Start the service with that folder: <code>ratebook serve --archive FOLDER</code>, or the setting{" "}
          <code>RATEBOOK_ARCHIVE</code>.
        </li>
      </ol>
      <p>
        On the command line two files are enough: <code>ratebook diff january.db february.db</code>.
      </p>
    </Notice>
  );
}
