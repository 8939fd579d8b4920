import { join } from "node:path";
import type { DatasetDescription } from "../description.ts";
import type { FaultList } from "../fault.ts";
import { namesIn, sizeOf, type TableFile } from "../layout.ts";
import { fileOf, type Table, titleOf } from "../table.ts";
import { isEdited, readWrittenHashes, type WrittenHashes } from "../written-tables.ts";
import { LineSet } from "./line-set.ts";
import { NamedSources } from "./named-sources.ts";
import { ORIGINS, type OriginHandler, originsFileOf, readOriginsFile } from "./origins-file.ts";

interface Finding {
  readonly dataset: string;
  readonly description: DatasetDescription;
  /** The tables that the dataset has. */
  readonly tables: readonly TableFile[];
  readonly faults: FaultList;
}

/** What a dataset's folder says about where its rows come from: a file per table that was imported. */
export class DatasetOrigins {
  readonly #finding: Finding;
  readonly #written: WrittenHashes;
  readonly files: readonly TableFile[];

  private constructor(finding: Finding, files: readonly TableFile[]) {
    this.#finding = finding;
    this.files = files;
    this.#written = files.length === 0 ? {} : readWrittenHashes(finding.dataset);
  }

  /** Reports files that belong to no table, and imported tables whose file is gone. A dataset may have none at all. */
  static async find(finding: Finding): Promise<DatasetOrigins> {
    const { dataset, description, tables, faults } = finding;
    const folders = await namesIn(join(dataset, ORIGINS));
    const files: TableFile[] = [];
    for (const folder of folders ?? []) {
      for (const name of (await namesIn(join(dataset, ORIGINS, folder))) ?? []) {
        const table = tables.find((each) => fileOf(each.table) === `${folder}/${name}`)?.table;
        const path = join(dataset, ORIGINS, folder, name);
        if (table !== undefined) files.push({ table, path, bytes: await sizeOf(path) });
        else if (/\.csv$/i.test(name)) {
          const reason = `the dataset has no table ${folder}/${name}; put it back, or remove this file`;
          faults.add({ file: `${ORIGINS}/${folder}/${name}`, line: null, column: null, value: null, reason });
        }
      }
    }
    const imported = new Set(description.sources.flatMap(({ table, edition }) => (edition === null ? [] : [table])));
    for (const { table } of folders === null ? [] : tables) {
      if (!imported.has(titleOf(table)) || files.some((file) => file.table === table)) continue;
      const reason = `missing, though dataset.json says that ${titleOf(table)} was imported; import one of its editions again, or remove the folder ${ORIGINS}`;
      faults.add({ file: originsFileOf(table), line: null, column: null, value: null, reason });
    }
    return new DatasetOrigins(finding, files);
  }

  /** For a dataset whose `dataset.json` cannot be read: nothing can be said about what its origins name. */
  static readonly none: Pick<DatasetOrigins, "files" | "of"> = { files: [], of: () => null };

  /** For a table whose rows are about to be read; null when nothing is said about them. */
  of(table: Table): TableOrigins | null {
    const file = this.files.find((each) => each.table === table);
    if (file === undefined) return null;
    const { description, tables } = this.#finding;
    const { path: tablePath } = tables.find((each) => each.table === table) as TableFile;
    const sources = new NamedSources(description.sources, titleOf(table));
    return new TableOrigins(file, sources, () => isEdited(this.#written, table, tablePath));
  }
}

/** The origins of one table, which are read when its rows are known. */
class TableOrigins {
  readonly #file: TableFile;
  readonly #sources: NamedSources;
  readonly #isEdited: () => Promise<boolean>;
  readonly #lines = new LineSet();

  constructor(file: TableFile, sources: NamedSources, edited: () => Promise<boolean>) {
    this.#file = file;
    this.#sources = sources;
    this.#isEdited = edited;
  }

  /** Takes note of a line that holds a row. */
  addLine(line: number): void {
    this.#lines.add(line);
  }

  /**
   * Hands the origins on. Those of a table that was edited since its import are left alone: lines moved, and a row must never
   * name the place of another.
   */
  async read(handing: {
    readonly isTableSound: boolean;
    readonly faults: FaultList;
    readonly onOrigin: OriginHandler;
    readonly onBytes: (count: number) => void;
    readonly tell: (text: string) => void;
  }): Promise<void> {
    const { table, path, bytes } = this.#file;
    if (await this.#isEdited()) {
      handing.onBytes(bytes);
      handing.tell(
        `${fileOf(table)} was edited since it was last imported: where its rows come from is told by dataset.json alone until one of its publications is imported again.`,
      );
      return;
    }
    const lines = handing.isTableSound ? this.#lines : null;
    await readOriginsFile({ ...handing, table, path, sources: this.#sources, lines });
  }
}
