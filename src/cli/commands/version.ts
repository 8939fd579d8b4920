import { programVersion } from "../../core/files/installation.ts";
import { API_VERSION } from "../../pricing/state/api-paths.ts";
import { FORMAT_VERSION } from "../../release/format.ts";
import { type ExitCode, print, printJson } from "../command-io.ts";

interface VersionOptions {
  readonly json: boolean;
}

/**
 * `ratebook version`. The program's version counts its own changes; that of the API changes only with its definition (docs/conventions.md).
 * A release of another format must be built again.
 */
export function version({ json }: VersionOptions): ExitCode {
  const versions = {
    program: programVersion(),
    api: API_VERSION,
    release_format: FORMAT_VERSION,
    node: process.versions.node,
  };
  if (json) printJson(versions);
  else {
    print(`Ratebook ${versions.program}`);
    print(`API ${versions.api}, release format ${versions.release_format}, Node.js ${versions.node}`);
  }
  return 0;
}
