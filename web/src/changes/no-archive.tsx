import { Notice } from "../parts/notice.tsx";

/** There is nothing to compare with: which release is alone, and how whoever runs the service changes that. */
export function NoArchive({ inService }: { readonly inService: string | null }) {
  return (
    <Notice title="No earlier release to compare with">
      <p>This service has no other release than the one in service{inService === null ? "" : `, ${inService}`}.</p>
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
