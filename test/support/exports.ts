import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/* What files export and what others take from them, as their texts say it. */

const PROGRAM = /\.(?:ts|tsx|mjs)$/;
const NOT_OURS = /(?:^|[/\\])(?:node_modules|dist)[/\\]/;
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
const TAKEN = /^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)";$/gm;
const LOADED = /\bimport\("(\.[^"]+)"\)|\bimport \* as \w+ from "(\.[^"]+)"/g;

/** Texts by the whole paths of their files. */
export type Texts = ReadonlyMap<string, string>;

export function textsIn(folders: readonly string[]): Texts {
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => PROGRAM.test(name) && !NOT_OURS.test(name))
        .map((name) => [join(folder, name), readFileSync(join(folder, name), "utf8")] as const),
    ),
  );
}

/** `file: name` of everything that files below a folder export and no other file of these takes. */
export function unusedExports(texts: Texts, folder: string): readonly string[] {
  const used = usesIn(texts);
  return [...texts]
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORT)]
        .map(([, name = ""]) => name)
        .filter((name) => !used.get(file)?.has(name))
        .map((name) => `${file.slice(folder.length + 1)}: ${name}`),
    );
}

/** The names that are taken from each file. Of one that is loaded as a whole, every word of its loader may be one. */
function usesIn(texts: Texts): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>();
  const note = (from: string, to: string, names: Iterable<string>) => {
    const file = resolve(dirname(from), to);
    used.set(file, new Set([...(used.get(file) ?? []), ...names]));
  };
  for (const [file, text] of texts) {
    for (const [, names = "", to = ""] of text.matchAll(TAKEN)) note(file, to, namesIn(names));
    for (const [, later, whole] of text.matchAll(LOADED)) note(file, later ?? whole ?? "", text.match(/\w+/g) ?? []);
  }
  return used;
}

function namesIn(list: string): readonly string[] {
  return list.split(",").map((each) =>
    each
      .trim()
      .replace(/^type /, "")
      .replace(/ as .*$/, ""),
  );
}
