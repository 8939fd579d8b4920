/** Fields that describe and show; no rule reads them. */
const DESCRIPTIVE = new Set(["description", "summary", "title", "about", "example", "examples"]);

/** Whether a node is such a field of an object. */
export function isDescription(node: { readonly type: string; readonly key?: unknown }): boolean {
  const { name } = (node.key ?? {}) as { readonly name?: string };
  return node.type === "Property" && name !== undefined && DESCRIPTIVE.has(name);
}
