import { join } from "node:path";
import { drawing } from "./drawing.ts";
import { LAYERS } from "./layers.ts";
import { moduleTable } from "./module-table.ts";
import { usesIn } from "./uses.ts";

const ROOT = join(import.meta.dirname, "../..");

export const SOURCE = join(ROOT, "src");
export const PAGE = join(ROOT, "docs/contributing/architecture.md");

/** The page with its drawing and its table of modules as the source has them now. */
export function withMap(page: string): string {
  const drawn = replaced(page, "drawing", `\`\`\`text\n${drawing(LAYERS, usesIn(SOURCE))}\n\`\`\``);
  return replaced(drawn, "modules", moduleTable(LAYERS));
}

/** A page with another text between the two marks of a name, which stay. */
function replaced(page: string, name: string, text: string): string {
  const opening = `<!-- map: ${name} -->\n`;
  const closing = `\n<!-- map: end of ${name} -->`;
  const start = page.indexOf(opening);
  const end = page.indexOf(closing);
  if (start < 0 || end < start)
    throw new Error(`The page lacks the marks "${opening.trim()}" and "${closing.trim()}".`);
  return page.slice(0, start + opening.length) + text + page.slice(end);
}
