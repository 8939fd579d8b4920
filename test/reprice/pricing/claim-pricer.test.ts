import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { type LookupAnswer, lookupAnswer } from "../../../src/pricing/answer.ts";
import type { RateLookup } from "../../../src/pricing/lookup.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import type { StateInRelease } from "../../../src/release/release.ts";
import { type AnsweredLine, ClaimPricer } from "../../../src/reprice/pricing/claim-pricer.ts";
import { states } from "../../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase } from "../../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { runs } from "../../support/property-runs.ts";

/*
 * Over the datasets whose answers a second implementation worked out: modifiers that have a price are used, and the price is
 * without all others, wherever they stand.
 */

const TODAY = "2026-11-15" as Day;
const SEED = 20_261_116;

type Fields = Readonly<Record<string, string>>;

/** The lookups of a set that have results, without their modifiers; those by name alone take long and say no more. */
function linesOf(stateCode: string, set: "a" | "b"): { readonly fields: Fields; readonly modifier: string }[] {
  return casesIn<LookupCase>(filesOf(stateCode, set).lookups("outpatient"))
    .filter((each) => "results" in each && (each.request.npi ?? each.request.state_provider_id))
    .map(({ request: { modifier, reference_id: _, ...others } }) => ({
      fields: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value ?? "")])),
      modifier: String(modifier ?? "")
        .trim()
        .toUpperCase(),
    }));
}

function resultsOf(answer: LookupAnswer): unknown {
  return answer.ok ? answer.results.map(({ result }) => result) : answer.faults;
}

describe.each(states.flatMap(({ code }) => (["a", "b"] as const).map((set) => ({ code, set }))))(
  "Modifiers of $code, set $set",
  ({ code, set }) => {
    let compiled: CompiledDataset;
    let source: StateInRelease;
    let lookup: RateLookup;
    let pricer: ClaimPricer;
    const lines = linesOf(code, set);
    const published = [...new Set(lines.map(({ modifier }) => modifier).filter((each) => /^[A-Z0-9]{2}$/.test(each)))];

    beforeAll(async () => {
      compiled = await compiledDataset(filesOf(code, set).dataset);
      source = compiled.open().states.get(code) as StateInRelease;
      lookup = lookupOf(source.state, "outpatient");
      pricer = new ClaimPricer(lookup, source, TODAY, null);
    });
    afterAll(() => compiled.discard());

    const answer = (fields: Fields, modifiers: readonly string[]): AnsweredLine | Promise<AnsweredLine> =>
      pricer.answer({
        line: 2,
        record: "",
        fields,
        modifiers,
        units: null,
        paid: null,
        paidWithoutAllowed: null,
        billed: null,
        takenBack: null,
        notOwed: null,
        onPatient: null,
        otherState: null,
        paidOrTakenBack: null,
        isReversal: false,
        ways: [],
        faults: [],
        doubts: [],
      });

    const asked = async (fields: Fields, modifier: string | null) =>
      await lookupAnswer(
        lookup,
        "fromQuery",
        modifier === null ? fields : { ...fields, modifier },
        { today: TODAY },
        source,
      );

    it("that give another price say so in the result, or are declared", async () => {
      const declared = lookup.claimLines?.modifiers ?? [];
      for (const { fields } of lines) {
        const without = await asked(fields, null);
        for (const modifier of new Set([...published, ...declared])) {
          const withIt = await asked(fields, modifier);
          if (!withIt.ok || !without.ok) continue;
          // One NPI can have several records, of which a modifier may leave out some.
          const rates = new Set([null, ...without.results.map(({ result }) => result.payment_rate)]);
          const [changed] = withIt.results.filter(({ result }) => !rates.has(result.payment_rate));
          if (changed === undefined) continue;
          const isSaid = changed.result.modifier === modifier || declared.includes(modifier);
          expect(isSaid, `${modifier} of ${JSON.stringify(fields)}`).toBe(true);
          // One that has a price is used, and its price is that of the request.
          const line = await answer(fields, [modifier]);
          expect([line.idleModifiers, line.unknownModifiers]).toEqual([[], []]);
          expect(resultsOf(line.answer)).toEqual(resultsOf(withIt));
        }
      }
    });

    it("that have no price change nothing, in any number and order", async () => {
      const pool = [...published, "25", "59", "XU", "LT", "99", "Z9", "ABC", "7"];
      const drawn = fc.tuple(
        fc.constantFrom(...lines),
        fc.uniqueArray(fc.constantFrom(...new Set(pool)), { maxLength: 5 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      );
      let idle = 0;
      await fc.assert(
        fc.asyncProperty(drawn, async ([{ fields }, modifiers, order]) => {
          const line = await answer(fields, modifiers);
          // A group whose number is a procedure without its zeros as well is refused, whatever the modifiers.
          const faults = line.answer.ok ? [] : line.answer.faults;
          fc.pre(!faults.some(({ message }) => message.includes("can be read in one way")));
          const without = [...line.idleModifiers, ...line.unknownModifiers];
          idle += without.length;
          const used = modifiers.filter((each) => !without.includes(each));
          const bare = await answer(fields, used);
          expect(resultsOf(line.answer)).toEqual(resultsOf(bare.answer));
          expect({ ...bare, answer: null }).toEqual({
            ...line,
            answer: null,
            idleModifiers: [],
            unknownModifiers: [],
          });
          if (used.length === 0) expect(resultsOf(line.answer)).toEqual(resultsOf(await asked(fields, null)));
          // The others keep their order; those without a price go anywhere between them.
          const mixed = [...used];
          for (const each of without) {
            mixed.splice(Math.floor((order.next().value as number) * (mixed.length + 1)), 0, each);
          }
          expect(resultsOf((await answer(fields, mixed)).answer)).toEqual(resultsOf(line.answer));
        }),
        runs(60, SEED),
      );
      expect(idle).toBeGreaterThan(50);
    });
  },
);
