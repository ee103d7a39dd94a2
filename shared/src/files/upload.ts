import { recordFile } from "#clinical/files/files.commands.ts";
import { uploadContract } from "#clinical/files/files.contract.ts";
import { presentFile } from "#clinical/files/files.queries.ts";
import { writtenState } from "#db/read.ts";
import type { Express } from "#http/express.ts";
import { mountSurface, type BodyReader } from "#http/mount.ts";
import { header } from "#pipeline/call.ts";
import type { Surface } from "#pipeline/surface.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { defineModule, type Module } from "#resource/module.ts";
import type { FileStore, Staged, Staging } from "./file-store.ts";
import { readForm, refuseByHeaders } from "./multipart.ts";
import { FileHead, typeByContent } from "./sniff.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";

/** Uploads whose bytes are on the disk and whose row is yet to be written, by tenant and hash: equal bytes are as good. */
class StagedUploads {
  readonly #waiting = new Map<string, Set<Staging>>();

  add(name: string, staging: Staging): void {
    this.#waiting.set(name, (this.#waiting.get(name) ?? new Set()).add(staging));
  }

  take(name: string): Staging | null {
    const [staging] = this.#waiting.get(name) ?? [];
    if (staging !== undefined) this.remove(name, staging);
    return staging ?? null;
  }

  remove(name: string, staging: Staging): void {
    const left = this.#waiting.get(name);
    left?.delete(staging);
    if (left?.size === 0) this.#waiting.delete(name);
  }
}

/** What uploading needs of a node. */
export interface UploadOptions {
  readonly surface: Surface;
  readonly files: FileStore;
}

function bodyOf(
  form: Awaited<ReturnType<typeof readForm>>,
  { sha256, sizeBytes }: Staged,
  head: Uint8Array,
): Readonly<Record<string, unknown>> {
  if (sizeBytes === 0) {
    throw fieldError({ path: "file", code: "validation_error", message: "is empty" });
  }
  const named = form.fields["sha256"];
  if (named !== undefined && named !== sha256) {
    const message = "is not the hash of the bytes that arrived";
    throw fieldError({ path: "sha256", code: "validation_error", message });
  }
  const { filename, contentType } = form.file;
  const content_type = typeByContent(head, contentType);
  return { ...form.fields, filename, content_type, sha256, size_bytes: sizeBytes };
}

function formReader({ surface, files }: UploadOptions, staged: StagedUploads): BodyReader {
  return async (request) => {
    refuseByHeaders(request);
    const staging = await files.stage();
    try {
      const head = new FileHead();
      const form = await readForm(request, (bytes) => {
        head.see(bytes);
        return staging.write(bytes);
      });
      const bytes = await staging.finish();
      const value = bodyOf(form, bytes, head.bytes);
      // The acting tenant: who calls has been let in with it.
      const name = `${header(request, "X-Tenant-Id") ?? ""}/${bytes.sha256}`;
      staged.add(name, staging);
      // A replayed answer and a refusal leave the bytes unused.
      const release = async () => {
        staged.remove(name, staging);
        // The answer stands; what is left in the folder is no reason to take it back.
        await staging.discard().catch((error: unknown) => {
          surface.log.error("discard_failed", {}, error);
        });
      };
      return { value, release };
    } catch (error) {
      await staging.discard();
      if (!(error instanceof AppError)) surface.log.error("upload_failed", {}, error);
      throw error;
    }
  };
}

function uploadModule(options: UploadOptions, staged: StagedUploads): Module {
  const { files, surface } = options;
  const laneState = surface.runtime.kind === "branch" ? "to_send" : "none";
  return defineModule("file_uploads", uploadContract, {
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const { file, copy } = await recordFile(ctx, body, laneState);
      // When the database has this run twice, the first run has put the bytes in their place.
      const staging = staged.take(`${ctx.tenantId}/${body.sha256}`);
      if (staging !== null) await files.keep(ctx.tenantId, staging, body.sha256);
      return presentFile(ctx, file, copy, writtenState(ctx.write, file.id));
    },
  });
}

/** Serves `POST /v1/files`: the form is read to the disk first, then its row is written like any other. */
export function mountUploads(app: Express, options: UploadOptions): void {
  const staged = new StagedUploads();
  const read = formReader(options, staged);
  mountSurface(app, options.surface, [uploadModule(options, staged)], read);
}
