import { damagedBytes, type HostileFile, hostileFiles } from "../../test/imports/hostile-files.ts";
import { xls } from "../../test/imports/legacy-workbook.ts";
import {
  claimRows,
  claimsArchive,
  claimsCsv,
  claimsWithGroups,
  claimsWorkbook,
  HEADINGS,
  workbookOfEntities,
  workbookOfFormats,
} from "../fire/claim-files.ts";
import type { Random } from "../fire/random.ts";

/** A file of claims, and what must come of it. */
export interface ClaimFile {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether it is one that `docs/repricing.md` says is read. */
  readonly isRead: boolean;
  /** Fields of its form besides the state. */
  readonly fields: Readonly<Record<string, string>>;
}

const LINES = 20;

/** Every kind of file that is read. */
function honestFiles(): Readonly<Record<string, Buffer>> {
  const text = claimsCsv(LINES);
  const delimited = (delimiter: string) => Buffer.from(text.replaceAll(",", delimiter));
  const utf16 = Buffer.from(text, "utf16le");
  return {
    "commas in UTF-8": Buffer.from(text),
    "a byte order mark": Buffer.from(`\ufeff${text}`),
    CRLF: Buffer.from(text.replaceAll("\n", "\r\n")),
    semicolons: delimited(";"),
    tabs: delimited("\t"),
    pipes: delimited("|"),
    "sep=;": Buffer.from(`sep=;\n${text.replaceAll(",", ";")}`),
    "UTF-16": Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    "UTF-16, the other order": Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    "Windows-1252": Buffer.from(`${text}caf\xe9,,,,,\n`, "latin1"),
    "titles above": Buffer.from(`Claims of May\n\n${text}`),
    "quoted cells": Buffer.from(text.replaceAll(/[^,\n]+/g, '"$&"')),
    XLSX: claimsWorkbook(LINES),
    XLS: xls({ Claims: [HEADINGS, ...claimRows(LINES)].map((row) => [...row]) }),
  };
}

/** Files that cost much, or are none that is read. */
function costlyFiles(): Readonly<Record<string, Buffer>> {
  return {
    "entities alone": workbookOfEntities(48),
    "number formats": workbookOfFormats(1_000),
    "a ZIP": claimsArchive(LINES),
    "a line of commas": Buffer.from(`${claimsCsv(1)}${",".repeat(30_000)}\n`),
    "a quote that is never closed": Buffer.from(`${claimsCsv(1)}"${claimsCsv(5_000)}`),
  };
}

/** Cells as long as they may be, each of them a group of the summary. */
function longGroups(): ClaimFile {
  const bytes = Buffer.from(claimsWithGroups(3, 4, 120_000));
  return { kind: "long group names", name: "cells of 240 kB", bytes, isRead: false, fields: { by: "Group" } };
}

/** Files of every kind, one after the other and without end: honest ones, damaged ones, and those that cost the most. */
export function* claimFiles(random: Random): Iterable<ClaimFile> {
  const honest = Object.entries(honestFiles());
  const imported = hostileFiles(random.next)[Symbol.iterator]();
  const given = { isRead: false, fields: {} };
  const costly = Object.entries(costlyFiles());
  for (let number = 0; ; number += 1) {
    const [name, bytes] = honest[number % honest.length] as [string, Buffer];
    yield { kind: "read", name, bytes, isRead: true, fields: {} };
    yield { ...given, kind: "damaged", name: `${number}: ${name}`, bytes: damagedBytes(bytes, random.next) };
    const { name: hostile, bytes: harm } = imported.next().value as HostileFile;
    yield { ...given, kind: "hostile", name: hostile, bytes: harm };
    const [costs, much] = costly[number % costly.length] as [string, Buffer];
    if (number % 2 === 0) yield { ...given, kind: "costly", name: costs, bytes: much };
    if (number % 10 === 3) yield longGroups();
  }
}
