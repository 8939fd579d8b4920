import type { Coverage } from "../../../src/answers/coverage/schema.ts";
import type { ReleaseSource } from "../api/ready.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import type { ViewProps } from "../view.ts";
import { dayText } from "../words/day.ts";
import { countText } from "../words/name.ts";

interface ReleaseSectionProps {
  /** The release that coverage is about. */
  readonly release: Coverage["release"];
  /** What the service says of the release in service. */
  readonly inService: ViewProps["release"];
}

/** Which data this is: name, version, hash, what its makers say of it, and where its rows come from. */
export function ReleaseSection({ release, inService }: ReleaseSectionProps) {
  // A release that was put into service since is another: what is said of it is not said of this one.
  const told = inService?.content_hash === release.content_hash ? inService : null;
  return (
    <section class="release" aria-labelledby="release-title">
      <h2 id="release-title">
        {release.name} {release.version}
      </h2>
      <p class="hash">
        SHA-256 <span class="code">{release.content_hash}</span>{" "}
        <CopyButton text={release.content_hash} what="the hash of the release" />
      </p>
      {told === null || told.description === null ? null : (
        <details>
          <summary>What its makers say of it</summary>
          <p class="description">{told.description}</p>
        </details>
      )}
      {told === null || told.sources.length === 0 ? null : (
        <details>
          <summary>{countText(told.sources.length, "source")}</summary>
          <DataTable caption="Sources of the release" columns={SOURCE_COLUMNS} rows={told.sources} />
        </details>
      )}
    </section>
  );
}

const SOURCE_COLUMNS: readonly TableColumn<ReleaseSource>[] = [
  { title: "Table", cell: ({ table }) => <span class="code">{table}</span>, value: ({ table }) => table },
  { title: "Publication", cell: ({ publication }) => publication, value: ({ publication }) => publication },
  {
    title: "Published",
    cell: ({ published }) => (published === null ? "not known" : dayText(published)),
    value: ({ published }) => published,
    isFigure: true,
  },
  {
    title: "Figures",
    cell: ({ synthetic }) => (synthetic === true ? "invented" : "as published"),
    value: ({ synthetic }) => (synthetic === true ? "invented" : "as published"),
  },
];
