import { examine } from "../doctor/examine.ts";
import type { Examined } from "../doctor/examined.ts";
import { canServe, findingsText } from "../doctor/findings-text.ts";
import { print, printJson } from "../output.ts";
import type { ExitCode } from "../usage.ts";

/** Examines what a server would be started with; what it finds is an answer, and goes to standard output. */
export async function doctor({ json, ...examined }: Examined & { readonly json: boolean }): Promise<ExitCode> {
  const findings = await examine(examined);
  if (json) printJson({ can_serve: canServe(findings), findings });
  else print(findingsText(findings));
  return canServe(findings) ? 0 : 1;
}
