import type { Place } from "./place.ts";

const judge = "shared/src/sync/judge";
const fleet = "hub/src/fleet/ingest";

/** Where operations are judged: by their commands, by what their authors could do, by what a branch may be lent. */
export const judgePlaces: readonly Place[] = [
  {
    file: `${judge}/judge.ts`,
    original: "if (judged === undefined) return beyond(`type: ${type} is no command`);",
    replacement: "if (judged === undefined) return null;",
    why: "an operation of no command is taken",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/judge.ts`,
    original: "if (isNode ? !isSystem : access === null)",
    replacement: "if (false)",
    why: "a node gives a person's command",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/judge.ts`,
    original: "const beside = besideFault(judged, changes);",
    replacement: "const beside: Fault | null = null;",
    why: "an operation writes beside what it is judged by",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/judge.ts`,
    original: "if (subject.table !== operation.entity || subject.id !== operation.entity_id)",
    replacement: "if (false)",
    why: "an operation names another record than it changes",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/judge.ts`,
    original: "if (!allowed.has(name))",
    replacement: "if (false)",
    why: "a command writes fields that it does not declare, such as a printed number",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/judge.ts`,
    original: "const fault = value === null ? null : (checks.get(name)?.(value) ?? null);",
    replacement: "const fault = null;",
    why: "a value that no door takes is taken by sync",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/judge.ts`,
    original:
      "if (judged === undefined) return beyond(`${place}.type: ${type} does not tell ${event.type}`);",
    replacement: "",
    why: "an operation tells the event of another command",
    often: ["beyond", "push"],
  },
  {
    file: `${judge}/foreign-events.ts`,
    original: "if (row !== null && row.branch_id === event.branch_id) continue;",
    replacement: "continue;",
    why: "an event is told in the name of another branch",
    often: ["beyond", "push"],
  },
  {
    file: `${fleet}/author-rights.ts`,
    original: "if (branches?.includes(branchId) === false)",
    replacement: "if (false)",
    why: "somebody works at a branch that was not theirs",
    often: ["staff", "edit", "push"],
  },
  {
    file: `${fleet}/author-rights.ts`,
    original: "if (!isAllowed(roles, access.resource, access.action))",
    replacement: "if (false)",
    why: "somebody whose roles did not allow it writes",
    often: ["staff", "edit", "push"],
  },
  {
    file: `${fleet}/author-rights.ts`,
    original: "until === null || Date.parse(until) > made);",
    replacement: "until === null);",
    why: "somebody is judged by what they may do today, and not by what they could do then",
    often: ["staff", "edit", "push"],
  },
  {
    file: `${fleet}/take-set.ts`,
    original: `const rights = options.askedBy === "hub" ? undefined : authors.rights;`,
    replacement: "const rights = undefined;",
    why: "nobody asks what the authors could do",
    often: ["staff", "edit", "push"],
  },
  {
    file: `${fleet}/lending.ts`,
    original: "const isAble = name !== null && this.#lending.mayAsk.has(name);",
    replacement: "const isAble = true;",
    why: "records are lent to whoever asks",
    often: ["ask", "staff", "push"],
  },
  {
    file: `${fleet}/lending.ts`,
    original: `return status === "active" && isThere && mayDo(texts(roles));`,
    replacement: `return status === "active" && isThere;`,
    why: "records are lent to somebody whose roles may not ask any more",
    often: ["ask", "staff", "push"],
  },
  {
    file: `${fleet}/lending.ts`,
    original: "const isThere = branches === null || texts(branches).includes(branchId);",
    replacement: "const isThere = true;",
    why: "records are lent to somebody who works elsewhere by now",
    often: ["ask", "staff", "push"],
  },
  {
    file: `${fleet}/lending.ts`,
    original: "this.#left -= 1;",
    replacement: "",
    why: "a branch is lent more patients' records than an hour allows",
    often: ["ask", "push"],
    unseen: "No history asks for more than 60. test/offline/sync/grant-requests.test.ts does.",
  },
];
