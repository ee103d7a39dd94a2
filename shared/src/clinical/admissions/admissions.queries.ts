import { sql, type SqlBool } from "kysely";
import { whereFields } from "#db/read.ts";
import type { Condition } from "#resource/word-search.ts";
import { openStatuses } from "./admissions.contract.ts";

/** The conditions of a list of admissions: when the patient was admitted, and whether the stay is not over. */
export function listedAdmissions(query: {
  readonly admitted_from?: string | undefined;
  readonly admitted_to?: string | undefined;
  readonly open?: "true" | undefined;
  readonly mlc?: "true" | "false" | undefined;
}): readonly Condition[] {
  const { admitted_from: from, admitted_to: to, open, mlc } = query;
  return [
    ...(mlc === undefined ? [] : [whereFields({ mlc: mlc === "true" })]),
    ...(from === undefined ? [] : [sql<SqlBool>`admitted_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`admitted_at < ${to}`]),
    ...(open === undefined
      ? []
      : [sql<SqlBool>`status IN (${sql.join(openStatuses.map((each) => sql.lit(each)))})`]),
  ];
}
