import { describe, expect, it } from "vitest";
import { formatAccepted } from "../../../src/serve/http/formats.ts";

const EXPLANATION = ["json", "html", "csv"] as const;
const TABLE = ["json", "csv"] as const;

describe("What a client accepts", () => {
  it.each([
    [undefined, "json"],
    ["", "json"],
    ["*/*", "json"],
    ["application/json", "json"],
    ["text/html", "html"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["TEXT/HTML; q=0.5", "html"],
    ["text/html;q=0", "json"],
    ["application/json, text/html;q=0.1", "json"],
    ["text/html;q=0.1, application/json;q=0.05", "html"],
    ["x-text/html-y", "json"],
    ["text/htmlx", "json"],
    ["text/csv", "csv"],
    ["text/csv, text/html", "csv"],
    ["text/html, text/csv", "html"],
    ["text/html;q=0.4, text/csv;q=0.5", "csv"],
    ["text/*", "html"],
    ["text/*, text/html;q=0.2", "csv"],
  ])("of an explanation, %s is answered with %s", (accept, format) => {
    expect(formatAccepted(accept, EXPLANATION)).toBe(format);
  });

  it.each([
    ["text/csv", "csv"],
    ["Text/CSV; header=present; charset=utf-8", "csv"],
    ["text/csv;header=present;q=0.3, application/json;q=0.2", "csv"],
    // Named beats covered, and what is named first beats what is named later.
    ["text/csv, */*", "csv"],
    ["*/*, text/csv", "csv"],
    ["text/csv, application/json", "csv"],
    ["application/json, text/csv", "json"],
    ["application/*, text/*", "json"],
    ["text/*, application/*", "csv"],
    ["text/*", "csv"],
    ["text/*;q=0.5, */*;q=0.4", "csv"],
    ["text/*;q=0.5, */*;q=0.6", "json"],
    ["text/csv;q=0, */*", "json"],
    ["text/csv;q=0, text/*", "json"],
    ["application/json, text/plain, */*", "json"],
    ["application/json;q=0, */*;q=0.1", "csv"],
    // A browser: it takes pages, of which there is none, and whatever there is.
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "json"],
    // Nothing that there is: JSON, as errors are.
    ["image/png", "json"],
    ["text/html", "json"],
    ["text/csv;q=0", "json"],
    ["text/csv;q=often", "json"],
    ["text/csv;q=7, application/json;q=1", "csv"],
    ["text/csvx, text/cs, csv", "json"],
    [",;,;q=,", "json"],
  ])("of a table, %s is answered with %s", (accept, format) => {
    expect(formatAccepted(accept, TABLE)).toBe(format);
  });
});
