import { named, object, string, type ValueOf } from "../../core/schema/schema.ts";

export const releaseMembers = {
  name: string("Name of the dataset."),
  version: string("Version of the dataset."),
  content_hash: string("SHA-256 of the compiled content."),
};

const namedRelease = object("Release", releaseMembers);

export const releaseSchema = named("Release", namedRelease);

/** The description of a release in answers. */
interface Named {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
}

export function releaseJson({ name, version, contentHash }: Named): ValueOf<typeof namedRelease> {
  return { name, version, content_hash: contentHash };
}
