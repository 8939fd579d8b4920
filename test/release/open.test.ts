import { execFileSync } from "node:child_process";
import {
  closeSync,
  fstatSync,
  openSync,
  read,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type Database from "better-sqlite3";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import type { ProviderDefinition } from "../../src/registry/definition.ts";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease } from "../../src/release/open.ts";
import { type ReadBytes, ReadDescriptor } from "../../src/release/open-file.ts";
import type { Release } from "../../src/release/release.ts";
import { ReleaseRefused } from "../../src/release/soundness.ts";
import { changeBehindSeal } from "./reseal.ts";
import {
  definition,
  fees,
  hospitalRates,
  type Provider,
  providers,
  temporaryFolder,
  testState,
  writeDataset,
} from "./test-state.ts";

describe("open", () => {
  const folder = temporaryFolder();
  const file = join(folder, "release.db");
  let release: Release;

  beforeAll(async () => {
    await buildRelease({ dataset: writeDataset(), out: file, states: [testState] });
    release = openRelease(file, [testState]);
  });

  function source() {
    const found = release.states.get("zz");
    if (found === undefined) throw new Error("zz is missing");
    return found;
  }

  describe("an open release", () => {
    test("describes itself and holds the states of its dataset", () => {
      expect(release.file).toBe(file);
      expect(release.description).toMatchObject({ name: "tiny", version: "1", description: "", sources: [] });
      expect([...release.states.keys()]).toEqual(["zz"]);
      expect(source().identifierNames).toEqual(["npi", "stateProviderId"]);
    });

    test("finds providers in result order, with their cells read and their lines", () => {
      const [hospital] = source().directory.find({ npi: "1000000009" }, null);
      expect(hospital).toEqual({
        npi: "1000000001",
        stateProviderId: "H1",
        alternateNpis: ["1000000008", "1000000009"],
        providerName: "General Hospital",
        kind: "hospital",
        city: "San José",
        zipCode: "90002-1234",
        line: 3,
      });
    });

    test("finds a provider whose row is too long for a page, and those beside it", async () => {
      const out = join(folder, "long.db");
      const header = "npi,state_provider_id,alternate_npis,provider_name,kind,city,zip_code";
      const rows = [...Array(2_000).keys()].map((number) => {
        const city = number % 500 === 7 ? `Far away ${"\u00e9".repeat(9_000)}` : `City ${number}`;
        return `${1_000_000_000 + number},,,Clinic,office,${city},90001`;
      });
      const providersFile = `${[header, ...rows].join("\n")}\n`;
      const dataset = writeDataset({ "zz/providers.csv": providersFile, "zz/hospital_rates.csv": null });
      const outcome = await buildRelease({ dataset, out, states: [testState] });
      expect(outcome).toMatchObject({ ok: true });
      const opened = openRelease(out, [testState]);
      const cityOf = (number: number) =>
        opened.states.get("zz")?.directory.find({ npi: String(1_000_000_000 + number) }, null)[0] as Provider;
      expect(cityOf(1_506)).toMatchObject({ city: "City 1506", line: 1_508 });
      expect(cityOf(1_507)).toMatchObject({ city: `Far away ${"\u00e9".repeat(9_000)}`, line: 1_509 });
      expect(cityOf(1_508)).toMatchObject({ city: "City 1508", line: 1_510 });
      opened.close();
    });

    test("classes its providers by what other tables say", async () => {
      const { directory } = source();
      const inpatient = await directory.countByName("inpatient", "GENERAL", () => true, 20);
      expect(inpatient.rows).toContain(0);
      expect(inpatient.rows).not.toContain(1);
      const asked: number[] = [];
      await directory.countByName("outpatient", "I", (classNumber) => asked.push(classNumber) > 0, 20);
      expect(new Set(asked).size).toBe(2);
    });

    test("searches by name, city and ZIP code", async () => {
      const { directory } = source();
      expect(await directory.countByName("outpatient", "GENERAL", () => true, 20)).toMatchObject({ rows: [0, 1] });
      const query = { identifiers: {}, name: "HOSP", filters: { city: "SAN JOSE", zipCode: "90002" } };
      expect(await directory.search(query, 5)).toMatchObject({ total: 1, rows: [{ npi: "1000000001" }] });
    });

    test("does not know states that the dataset does not hold", () => {
      const other = { ...testState, code: "yy" } as State;
      const opened = openRelease(file, [other, testState]);
      expect([...opened.states.keys()]).toEqual(["zz"]);
      opened.close();
    });

    test("leaves alone the states that this program does not know", () => {
      const opened = openRelease(file, []);
      expect(opened.states.size).toBe(0);
      opened.close();
    });
  });

  describe("rates", () => {
    test("are read by key in file order, as values with period and line", () => {
      const rows = source().data.rows(fees, { code: "A1" });
      expect(rows.map(({ level, line, period }) => ({ level, line, period }))).toEqual([
        { level: 1, line: 2, period: { start: "2025-01-01", end: "2025-12-31" } },
        { level: 1, line: 3, period: { start: "2026-01-01", end: null } },
        { level: 2, line: 4, period: { start: "2025-01-01", end: null } },
      ]);
      expect(rows[0]?.fee.text).toBe("10.50");
    });

    test("are the same object each time, so that states can remember what they made of it", () => {
      const { data } = source();
      expect(data.rows(fees, { code: "A1" })).toBe(data.rows(fees, { code: "A1" }));
      expect(data.rows(fees, { code: "none" })).toBe(data.rows(fees, { code: "none" }));
    });

    test("that are not there are an empty list", () => {
      expect(source().data.rows(fees, { code: "Z9" })).toEqual([]);
    });

    test("of a table that the dataset left out are none", async () => {
      const out = join(folder, "without.db");
      await buildRelease({ dataset: writeDataset({ "zz/hospital_rates.csv": null }), out, states: [testState] });
      const opened = openRelease(out, [testState]);
      expect(opened.states.get("zz")?.data.hasRows(hospitalRates)).toBe(false);
      expect(opened.states.get("zz")?.data.hasRows(fees)).toBe(true);
      expect(opened.states.get("zz")?.data.rows(hospitalRates, { stateProviderId: "H1" })).toEqual([]);
      opened.close();
    });

    test("are asked of tables that the release has", () => {
      expect(() => source().data.rows(providers, { npi: "1000000001", stateProviderId: null })).toThrow(
        "zz/providers is not a rate table of this release",
      );
    });
  });

  const REMEDY = 'Name another file, or make one with "ratebook build".';

  describe("refused is", () => {
    function changed(name: string, change: (database: Database.Database) => void): string {
      const copy = join(folder, name);
      writeFileSync(copy, readFileSync(file));
      changeBehindSeal(copy, change);
      return copy;
    }

    function refusal(path: string, states: readonly State[] = [testState]): string {
      try {
        openRelease(path, states).close();
      } catch (error) {
        expect(error).toBeInstanceOf(ReleaseRefused);
        return (error as Error).message.replace(folder, "");
      }
      return "accepted";
    }

    test("a file that does not exist, and a folder", () => {
      expect(refusal(join(folder, "none.db"))).toBe(`/none.db does not exist. ${REMEDY}`);
      expect(refusal(folder)).toBe(" is a folder, not a release.");
    });

    test.skipIf(process.platform === "win32")("a FIFO, at once", () => {
      execFileSync("mkfifo", [join(folder, "fifo.db")]);
      expect(refusal(join(folder, "fifo.db"))).toBe("/fifo.db is not a regular file, so it is no release.");
    });

    test("a file of another kind", () => {
      writeFileSync(join(folder, "text.db"), "hello");
      writeFileSync(join(folder, "empty.db"), "");
      expect(refusal(join(folder, "text.db"))).toBe(`/text.db is not a Ratebook release. ${REMEDY}`);
      expect(refusal(join(folder, "empty.db"))).toBe(`/empty.db is not a Ratebook release. ${REMEDY}`);
    });

    test("another program's database", () => {
      const path = changed("other.db", (database) => database.pragma("application_id = 7"));
      expect(refusal(path)).toBe("/other.db is an SQLite file, but not a Ratebook release.");
    });

    test("another format", () => {
      const path = changed("format.db", (database) => database.pragma("user_version = 999"));
      expect(refusal(path)).toMatch(
        /^\/format\.db has release format 999; .* A newer Ratebook has built it: upgrade this one\.$/,
      );
    });

    test("half a file", () => {
      const path = changed("half.db", () => undefined);
      truncateSync(path, Math.floor(readFileSync(path).length / 2));
      expect(refusal(path)).toMatch(/^\/half\.db is incomplete: \d+ of \d+ bytes are there\./);
    });

    test("a release that has no description", () => {
      const path = changed("mute.db", (database) => database.exec("DELETE FROM about WHERE name = 'description'"));
      expect(refusal(path)).toMatch(/^\/mute\.db has no description/);
    });

    test("a release without one of its tables or columns", () => {
      const withoutTable = changed("table.db", (database) => database.exec("DROP TABLE zz_fees"));
      expect(refusal(withoutTable)).toMatch(/^\/table\.db is damaged: no such table: zz_fees\./);
      const withoutColumn = changed("column.db", (database) => database.exec("ALTER TABLE zz_fees DROP COLUMN fee"));
      expect(refusal(withoutColumn)).toMatch(/^\/column\.db is damaged: no such column: "?fee/);
    });

    test("a release compiled from other declarations than this program's", () => {
      const { city: _, ...filters } = definition.filters;
      const changedState = { ...testState, providers: { ...testState.providers, filters } } as State;
      expect(refusal(file, [changedState])).toMatch(
        /^\/release\.db was built by another version of this program, which differs in provider search\./,
      );
    });

    const { classes, identifiers, filters } = definition;

    test.each<[what: string, change: (path: string) => void]>([
      ["replaced", (path) => renameSync(`${path}.new`, path)],
      ["removed", (path) => rmSync(path)],
      ["written to", (path) => utimesSync(path, 1_000, 1_000)],
    ])("a file that is %s after it was proved and before all of it is read", (_, change) => {
      const path = join(folder, "changing.db");
      for (const copy of [path, `${path}.new`]) writeFileSync(copy, readFileSync(file));
      // The rules of a state run on every provider in between: there is time.
      let isChanged = false;
      const outpatient: NonNullable<typeof classes.outpatient> = (...given) => {
        if (!isChanged) change(path);
        isChanged = true;
        return classes.outpatient?.(...given) ?? null;
      };
      const watching = { ...testState, providers: { ...definition, classes: { ...classes, outpatient } } };
      expect(refusal(path, [watching as unknown as State])).toBe(
        "/changing.db was replaced while it was being opened. Try once more.",
      );
      expect(isChanged).toBe(true);
    });

    test("a file that is replaced while it is opened is never called damaged, whatever is read of it then", () => {
      const path = join(folder, "half-read.db");
      for (const copy of [path, `${path}.new`]) writeFileSync(copy, readFileSync(file));
      const outpatient: NonNullable<typeof classes.outpatient> = () => {
        renameSync(`${path}.new`, path);
        throw new Error("the row is not the one that was built");
      };
      const watching = { ...testState, providers: { ...definition, classes: { ...classes, outpatient } } };
      expect(refusal(path, [watching as unknown as State])).toBe(
        "/half-read.db was replaced while it was being opened. Try once more.",
      );
    });

    test.each<[string, Partial<ProviderDefinition<Provider>>]>([
      ["classes of providers", { classes: { ...classes, outpatient: () => "one for all" } }],
      ["classes of providers", { classes: { ...classes, outpatient: (row) => `${row.kind} ${row.city}` } }],
      ["classes of providers", { classes: { ...classes, inpatient: ({ stateProviderId }) => stateProviderId } }],
      ["order of providers", { order: ({ npi, providerName }) => [npi, providerName] }],
      ["identity of providers", { identity: ({ npi, stateProviderId }) => [npi, stateProviderId] }],
      ["folding of names", { name: ({ providerName }) => providerName.slice(1) }],
      ["identifiers of providers", { identifiers: { ...identifiers, npi: { of: ({ npi }) => [npi], fold: String } } }],
      [
        "identifiers of providers",
        { identifiers: { ...identifiers, stateProviderId: { of: (row) => [row.stateProviderId], fold: () => "X" } } },
      ],
      ["search of providers", { filters: { ...filters, city: { match: "partial", of: ({ zipCode }) => zipCode } } }],
    ])("a release whose %s this program would compile otherwise", (what, changed) => {
      const changedState = { ...testState, providers: { ...definition, ...changed } } as unknown as State;
      expect(refusal(file, [changedState])).toBe(
        `/release.db was built by another version of this program, which differs in ${what}. Rebuild it with "ratebook build".`,
      );
    });
  });
});

describe("read descriptor", () => {
  /* A disk gives all that it is asked for; here is a file system that gives less each time, as one on a network may. */
  const BYTES_PER_READ_MAX = 3;
  const wholeRead = promisify(read);
  let reads: number;

  const shortRead: ReadBytes = (number, into, offset, byteCount, at) => {
    reads += 1;
    return wholeRead(number, into, offset, Math.min(byteCount, BYTES_PER_READ_MAX), at);
  };

  const CONTENT = "0123456789";
  const path = join(temporaryFolder(), "file");
  let descriptor: ReadDescriptor;

  beforeEach(() => {
    reads = 0;
    writeFileSync(path, CONTENT);
    descriptor = new ReadDescriptor(openSync(path, "r"), path, shortRead);
  });

  afterEach(() => descriptor.close());

  test("reads on until all that was asked for is there", async () => {
    expect(String(await descriptor.readFully(Buffer.alloc(8), 1, 8))).toBe("12345678");
    expect(reads).toBe(3);
  });

  test("gives what there is of a file that ends sooner", async () => {
    expect(String(await descriptor.readFully(Buffer.alloc(8), 6, 8))).toBe("6789");
  });

  test("that is closed is no longer read from, and keeps its number until the read under way is done", async () => {
    const closing = new ReadDescriptor(openSync(path, "r"), path, shortRead);
    const reading = closing.readFully(Buffer.alloc(8), 0, 8);
    closing.close();
    const next = openSync(path, "r");
    expect(next).not.toBe(closing.number);
    await expect(reading).rejects.toThrow(`${path} was closed while it was read. Open it again.`);
    expect(reads).toBe(1);
    expect(() => fstatSync(closing.number)).toThrow("EBADF");
    closeSync(next);
  });

  test("fills a buffer here and now, or says that the file ends before", () => {
    const buffer = Buffer.alloc(4);
    expect(descriptor.readNow(buffer, 6)).toBe(true);
    expect(String(buffer)).toBe("6789");
    expect(descriptor.readNow(buffer, 7)).toBe(false);
  });

  test("that is closed is not read from here and now either", () => {
    const closed = new ReadDescriptor(openSync(path, "r"), path);
    closed.close();
    expect(() => closed.readNow(Buffer.alloc(1), 0)).toThrow("was closed while it was read");
  });
});
