/**
 * What the page of the reference runs: it draws Swagger UI from `/openapi.json`.
 *
 * Swagger UI follows references by copying the whole document for each operation that is opened, which takes seconds where
 * there are hundreds of operations. Ours stays within its own document, so what is asked for is followed and nothing else.
 * A schema that refers to itself keeps the reference there. As it does, schemas that must all hold become one; of lists of
 * values the later counts, which narrows the earlier.
 *
 * The viewer asks a validator of its makers and offers to send requests unless it is asked not to; a key has no place here.
 */
export const referenceScript = `
const hidden = () => () => null;
const bare = { wrapComponents: { authorizeBtn: hidden, authorizeOperationBtn: hidden } };
const dark = globalThis.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const linked = (code) => "[" + code + "](/docs/errors/" + code + ")";
const response = await fetch("/openapi.json");
const spec = await response.json();
for (const item of Object.values(spec.paths))
  for (const operation of Object.values(item))
    for (const [status, answer] of Object.entries(operation.responses))
      if (Number(status) >= 400)
        answer.description = answer.description.split(", ").map(linked).join(", ");

const at = (path) => path.reduce((node, key) => node?.[key], spec);
const keysOf = (ref) =>
  ref.slice(2).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
const followed = (node, within = []) => {
  if (Array.isArray(node)) return node.map((one) => followed(one, within));
  if (node === null || typeof node !== "object") return node;
  const { $ref: ref, ...own } = node;
  const entries = Object.entries(own).map(([key, value]) => [key, followed(value, within)]);
  if (typeof ref !== "string") {
    const made = Object.fromEntries(entries);
    return Array.isArray(made.allOf) ? joined(made) : made;
  }
  if (within.includes(ref)) return node;
  return { ...followed(at(keysOf(ref)), [...within, ref]), ...Object.fromEntries(entries) };
};
const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const both = (one, other, key) => {
  if (isPlain(one) && isPlain(other))
    return Object.entries(other).reduce((sum, [name, value]) => {
      return { ...sum, [name]: name in sum ? both(sum[name], value, name) : value };
    }, one);
  return key === "required" ? [...new Set([...one, ...other])] : other;
};
const joined = ({ allOf, ...own }) => [...allOf, own].reduce((sum, one) => both(sum, one));
const resolveSubtree = (_document, path) => Promise.resolve({ spec: followed(at(path)), errors: [] });

SwaggerUIBundle({
  spec,
  domNode: document.getElementById("reference"),
  deepLinking: true,
  displayOperationId: false,
  filter: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [bare, { fn: { resolveSubtree } }],
});
`;
