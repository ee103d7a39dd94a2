import { sql, type SqlBool } from "kysely";
import { findCopy, findFile, openFile } from "#clinical/files/files.queries.ts";
import type { BlobRow, FileCopyRow } from "#clinical/files/files.table.ts";
import { inList } from "#db/statements.ts";
import type { Viewer } from "#db/read.ts";
import { mayDo } from "#resource/caller-rights.ts";
import type { Context, ReadContext } from "#resource/context.ts";
import type { Condition } from "#resource/word-search.ts";
import { found } from "#write/write.ts";
import { scanStatuses, type Document, type DocumentState } from "./documents.contract.ts";
import { isOpenTo, listedFor } from "./documents.rights.ts";
import type { DocumentRow } from "./documents.table.ts";

/** The conditions of a list: what its reader may see, and what was entered in error only where that is asked for. */
export function listedDocuments(
  ctx: ReadContext,
  { status }: { readonly status?: DocumentState | undefined },
): readonly Condition[] {
  return [
    ...(status === undefined ? [sql<SqlBool>`status <> 'entered_in_error'`] : []),
    ...listedFor((resource, action) => mayDo(ctx, resource, action)),
  ];
}

/** Whether whoever calls may see a document. */
export function maySee(ctx: Pick<Context, "role" | "caller">, row: DocumentRow): boolean {
  return isOpenTo((resource, action) => mayDo(ctx, resource, action), row, "read");
}

/** What an answer says of a document's file; without its address, which is made for whoever asks for one document. */
export function fileMembers(file: BlobRow | undefined) {
  return {
    scan_status: scanStatuses[0],
    filename: file?.filename ?? "",
    content_type: file?.content_type ?? "application/octet-stream",
    size_bytes: file?.size_bytes ?? 0,
    sha256: file?.sha256 ?? "",
    file_state: null,
    access_url: null,
    access_expires_at: null,
  } as const;
}

/** What answers say of the files of some documents. */
export async function filesOf({ db, tenantId }: Viewer, rows: readonly DocumentRow[]) {
  const ids = rows.map(({ file_id: id }) => id);
  const files =
    ids.length === 0
      ? []
      : await db
          .selectFrom("blobs")
          .selectAll()
          .where("tenant_id", "=", tenantId)
          .where("id", "in", inList(ids))
          .execute();
  const byId = new Map(files.map((file) => [file.id, file]));
  return ({ file_id: id }: DocumentRow) => fileMembers(byId.get(id));
}

type Opening = Parameters<typeof openFile>[0];

/** What opens a document's file for whoever asks; nothing opens what was entered in error. */
export function opened(
  ctx: Opening,
  status: string,
  file: Pick<BlobRow, "id">,
  copy: FileCopyRow | undefined,
) {
  const { state, ...address } = openFile(ctx, file.id, copy);
  const isWithheld = status === "entered_in_error";
  return isWithheld
    ? { file_state: state }
    : {
        file_state: state,
        access_url: address.access_url,
        access_expires_at: address.access_expires_at,
      };
}

/** A document with the address of its file. */
export async function withAddress(ctx: ReadContext, document: Document): Promise<Document> {
  const file = found(await findFile(ctx.db, ctx.tenantId, document.file_id));
  const copy = await findCopy(ctx.db, ctx.tenantId, file.sha256);
  return { ...document, ...opened(ctx, document.status, file, copy) };
}
