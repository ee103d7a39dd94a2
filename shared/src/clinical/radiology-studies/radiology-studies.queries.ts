import { sql, type SqlBool } from "kysely";
import type * as z from "zod";
import type { Condition } from "#resource/word-search.ts";
import type { radiologyContract } from "./radiology-studies.contract.ts";
import { isOpenStudy, isToNotify } from "./radiology-studies.table.ts";

type Query = z.output<typeof radiologyContract.list.query>;

/** The conditions of a list of studies; those entered in error only where they are asked for. */
export function listedStudies(query: Query): readonly Condition[] {
  const { status, open, accession_no: number, scheduled_from: from, scheduled_to: to } = query;
  const { unacknowledged_critical: untold } = query;
  return [
    ...(status === undefined ? [sql<SqlBool>`status <> 'entered_in_error'`] : []),
    ...(open === undefined ? [] : [isOpenStudy]),
    ...(untold === undefined ? [] : [isToNotify]),
    ...(number === undefined ? [] : [sql<SqlBool>`accession_no = ${number}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`scheduled_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`scheduled_at < ${to}`]),
  ];
}
