import { describe, expect, it } from "vitest";
import { totalsReading } from "../../../src/reprice/pricing/line-fault.ts";

/** A row whose code and provider are its second and third cells. */
function read(...cells: readonly string[]) {
  return totalsReading(cells, cells.slice(1, 3));
}

describe("A row that adds up others", () => {
  it.each([
    ["Total"],
    ["TOTALS:"],
    ["Grand total:"],
    ["Sub-Total"],
    ["Subtotal"],
    ["Report Total"],
    ["Total for Dr. Smith"],
    ["Total: 12 claims"],
    ["Total paid"],
    ["Totals - March"],
  ])("is known by %j wherever that stands", (label) => {
    expect(read(label, "", "", "24.00")).toBe("total");
    expect(read("", "", "", label, "Smith")).toBe("total");
    expect(read("", label, "", "24.00")).toBe("total");
  });

  it("is known by the name of its group where figures alone stand beside it", () => {
    expect(read("Blue Cross Total", "", "", "12", "$1,024.00")).toBe("total");
    expect(read("x", "1000700140 Total", "", "note")).toBe("total");
    expect(read("Bilirubin total", "", "", "Smith", "24.00")).toBeNull();
    expect(read("17", "", "", "Bilirubin total", "24.00")).toBeNull();
  });

  it.each(["Total knee replacement", "Totally new", "Subtotal gastrectomy", "Bilirubin, total and direct"])(
    "is not what is called %j",
    (service) => {
      expect(read(service, "", "", "24.00")).toBeNull();
    },
  );

  it("is doubtful where it begins as one and has a code or a provider", () => {
    expect(read("Total", "1000700140", "", "24.00")).toBe("doubtful");
    expect(read("Grand total:", "1000700140", "99213", "24.00")).toBe("doubtful");
    expect(read("A", "1000700140", "99213", "Total")).toBeNull();
    expect(read("Bilirubin total", "1000700140", "82247", "24.00")).toBeNull();
  });
});
