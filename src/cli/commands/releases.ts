import { statSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { refuseNoFile, sha256Of } from "../../core/files/reading.ts";
import { failure } from "../../core/runtime/failure.ts";
import type { OnProgress } from "../../core/runtime/progress.ts";
import {
  type CataloguedRelease,
  namedRelease,
  type PushOutcome,
  RELEASE_BYTES_MAX,
  type ReleaseToPush,
  type ServingNode,
  shortHash,
} from "../../nodes/catalogue/release-catalogue.ts";
import { releaseJson } from "../../pricing/state/release-json.ts";
import { findingText, verifyRelease } from "../../release/verify.ts";
import { homeIn } from "../../serve/operations/home.ts";
import {
  type CataloguePlace,
  FIXED_FILE_REMEDY,
  fixedFileServers,
  fixedFileText,
  withCatalogue,
} from "../../serve/operations/open-catalogue.ts";
import { runningServers, type ServerStatus } from "../../serve/operations/server-status.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson, printTable } from "../command-io.ts";
import { megabytes, ProgressReport } from "../progress.ts";

interface ReleaseOptions extends CataloguePlace {
  readonly json: boolean;
}

export async function push(file: string, options: ReleaseOptions & { readonly activate: boolean }): Promise<ExitCode> {
  const progress = new ProgressReport();
  try {
    // Before the catalogue is opened: a damaged release is refused here.
    const release = await releaseToPush(file, actor(), (far) => progress.notify(far));
    await withCatalogue(options, "push", async (catalogue) => {
      let sent = 0;
      const outcome = await catalogue.push(release, (bytes) => {
        sent += bytes;
        progress.notify({ stage: "sending", done: sent, total: release.bytes });
      });
      const isActivated = options.activate && (await catalogue.activate(release.contentHash, actor()));
      const isActive = (await catalogue.active())?.contentHash === release.contentHash;
      progress.end();
      if (options.json) printJson({ ...releaseJson(release), outcome, activated: isActivated, active: isActive });
      else {
        print(`${nameOf(release)} ${outcomeText(outcome)} (${megabytes(release.bytes)}).`);
        if (options.activate) print(activationText(release, isActivated, options));
        else if (isActive) print("It is the active one.");
        else print(`It is served once it is active: ratebook releases activate ${shortHash(release)}`);
      }
    });
  } finally {
    progress.end();
  }
  if (options.activate) warnOfFixedFiles(options);
  return 0;
}

export async function list(options: ReleaseOptions): Promise<ExitCode> {
  const { releases, active, nodes, activations } = await withCatalogue(options, "other", async (catalogue) => ({
    releases: await catalogue.list(),
    active: (await catalogue.active())?.contentHash ?? null,
    nodes: await catalogue.nodes(),
    activations: await catalogue.activations(),
  }));
  const servedBy = ({ contentHash }: CataloguedRelease) => nodes.filter((node) => node.releaseHash === contentHash);
  if (options.json) {
    printJson({
      releases: releases.map((release) => ({
        ...releaseJson(release),
        active: release.contentHash === active,
        bytes: release.bytes,
        sha256: release.sha256,
        pushed_at: release.pushedAt,
        pushed_by: release.pushedBy,
        served_by: servedBy(release).map(({ id, host, port }) => ({ id, host, port })),
      })),
      nodes: nodes.map((node) => ({
        id: node.id,
        host: node.host,
        port: node.port,
        workers: node.workers,
        product_version: node.productVersion,
        release: { version: node.releaseVersion, content_hash: node.releaseHash },
        started_at: node.startedAt,
        seen_at: node.seenAt,
      })),
      activations: activations.map((activation) => ({
        version: activation.version,
        content_hash: activation.contentHash,
        activated_at: activation.activatedAt,
        activated_by: activation.activatedBy,
      })),
    });
    return 0;
  }
  if (releases.length === 0) notify('No release has been pushed yet. Push one with "ratebook releases push".');
  else
    printTable(
      ["", "VERSION", "HASH", "NAME", "SIZE", "PUSHED", "SERVED BY"],
      releases.map((release) => [
        release.contentHash === active ? "*" : "",
        release.version,
        shortHash(release),
        release.name,
        megabytes(release.bytes),
        release.pushedAt,
        nodesText(servedBy(release)),
      ]),
    );
  const others = nodes.filter((node) => !releases.some(({ contentHash }) => contentHash === node.releaseHash));
  if (others.length > 0) notify(`Serving a release that is not listed: ${nodesText(others)}.`);
  return 0;
}

export async function activate(name: string, options: ReleaseOptions): Promise<ExitCode> {
  await withCatalogue(options, "activate", async (catalogue) => {
    const release = namedRelease(await catalogue.list(), name);
    const isActivated = await catalogue.activate(release.contentHash, actor());
    if (options.json) printJson({ ...releaseJson(release), activated: isActivated, active: true });
    else print(activationText(release, isActivated, options));
  });
  warnOfFixedFiles(options);
  return 0;
}

export async function prune(options: ReleaseOptions & { readonly keep: number }): Promise<ExitCode> {
  const removed = await withCatalogue(options, "other", (catalogue) => catalogue.prune(options.keep));
  if (options.json) printJson({ removed: removed.map(releaseJson) });
  else if (removed.length === 0) print("Nothing was removed.");
  else for (const release of removed) print(`Removed ${nameOf(release)} (${megabytes(release.bytes)}).`);
  return 0;
}

function activationText(
  release: Pick<CataloguedRelease, "name" | "version" | "contentHash">,
  isActivated: boolean,
  place: CataloguePlace,
) {
  if (!isActivated) return `${nameOf(release)} was active already.`;
  const effect = hasFollowers(place)
    ? 'Running nodes take it up within seconds; "ratebook releases list" shows which have.'
    : "No running server takes it up.";
  return `${nameOf(release)} is active. ${effect}`;
}

/** Whether what is activated reaches running servers, or those that are started next. */
function hasFollowers(place: CataloguePlace): boolean {
  const fixed = fixedFileServersAt(place).length;
  return fixed === 0 || fixed < runningServers(homeIn(place.home)).length;
}

/** The nodes of a database have other homes than the one that the command knows. */
function fixedFileServersAt({ home, database }: CataloguePlace): readonly ServerStatus[] {
  return database === null ? fixedFileServers(homeIn(home)) : [];
}

function warnOfFixedFiles(place: CataloguePlace): void {
  for (const server of fixedFileServersAt(place)) {
    notify(`warning: ${fixedFileText(server)} ${FIXED_FILE_REMEDY}`);
  }
}

function nameOf(release: Pick<CataloguedRelease, "name" | "version" | "contentHash">): string {
  return `${release.name} ${release.version} (${shortHash(release)})`;
}

/** The user, for the history. A container may run with a number that has no name. */
function actor(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}@${hostname()}`;
  }
}

/**
 * A file to push, completely verified. Its hash is computed before, to compare what is sent with what was verified. Throws a failure with
 * the first finding.
 */
async function releaseToPush(file: string, pushedBy: string, onProgress: OnProgress): Promise<ReleaseToPush> {
  refuseNoFile(file);
  const { size } = statSync(file);
  if (size > RELEASE_BYTES_MAX) {
    throw failure(`${file} has ${size} bytes; a release that is pushed has at most ${RELEASE_BYTES_MAX}.`);
  }
  let read = 0;
  const sha256 = await sha256Of(file, (bytes) => {
    read += bytes;
    onProgress({ stage: "reading", done: read, total: size });
  });
  const { description, findings, findingCount } = await verifyRelease(file, states, onProgress);
  const [first] = findings;
  if (description === null || findingCount > 0) {
    const more = findingCount > 1 ? ` There are ${findingCount} findings: see "ratebook verify ${file}".` : "";
    const reason = first === undefined ? "it has no description" : findingText(first);
    throw failure(`${file} is not pushed: ${reason}${more}`);
  }
  const { name, version, contentHash } = description;
  return { file, name, version, contentHash, bytes: size, sha256, pushedBy };
}

const OUTCOMES: Readonly<Record<PushOutcome, string>> = {
  pushed: "is pushed",
  renewed: "is pushed, in the place of a file with the same content",
  "already there": "is there already",
};

function outcomeText(outcome: PushOutcome): string {
  return OUTCOMES[outcome];
}

/** Names that fit in a line of a table; JSON has all. */
const NODES_SHOWN = 4;

function nodesText(nodes: readonly ServingNode[]): string {
  const shown = nodes.slice(0, NODES_SHOWN).map(({ host, port }) => `${host}:${port}`);
  const more = nodes.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
