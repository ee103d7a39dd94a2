import { recordFile } from "#clinical/files/files.commands.ts";
import { uploadContract } from "#clinical/files/files.contract.ts";
import { presentFile } from "#clinical/files/files.queries.ts";
import { writtenState } from "#db/read.ts";
import type { Express } from "#http/express.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import { defineModule, type Module } from "#resource/module.ts";
import {
  mountFormUploads,
  type FormInspector,
  type KeepBytes,
  type UploadOptions,
} from "./form-upload.ts";
import { FileHead, typeByContent } from "./sniff.ts";

function inspector(): FormInspector {
  const head = new FileHead();
  return {
    see: (bytes) => head.see(bytes),
    bodyOf: async ({ fields, file, staged: { sha256, sizeBytes } }) => {
      const { filename, contentType } = file;
      const content_type = typeByContent(head.bytes, contentType);
      return { ...fields, filename, content_type, sha256, size_bytes: sizeBytes };
    },
  };
}

function uploadModule({ surface }: UploadOptions, keep: KeepBytes): Module {
  const laneState = surface.runtime.kind === "branch" ? "to_send" : "none";
  return defineModule("file_uploads", uploadContract, {
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      const { file, copy } = await recordFile(ctx, body, laneState);
      await keep(ctx.tenantId, body.sha256);
      return presentFile(ctx, file, copy, writtenState(ctx.write, file.id));
    },
  });
}

/** Serves `POST /v1/files`. */
export function mountUploads(app: Express, options: UploadOptions): void {
  mountFormUploads(app, options, inspector, (keep) => uploadModule(options, keep));
}
