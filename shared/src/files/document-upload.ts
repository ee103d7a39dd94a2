import { documentUploadContract } from "#clinical/documents/documents.upload.contract.ts";
import { uploadDocument } from "#clinical/documents/documents.upload.ts";
import { presentUploaded } from "#clinical/documents/documents.record.ts";
import type { Express } from "#http/express.ts";
import { fieldError, type ErrorCode } from "#kernel/errors.ts";
import { defineModule, type Module } from "#resource/module.ts";
import { ContentSeen } from "./document-sniff.ts";
import {
  agreesWithName,
  documentTypeNames,
  documentTypes,
  isPicture,
} from "#clinical/files/document-types.ts";
import {
  mountFormUploads,
  type FormInspector,
  type KeepBytes,
  type ReceivedForm,
  type UploadOptions,
} from "./form-upload.ts";
import { maximumPicturePoints, picturePoints } from "./picture-size.ts";

function unfit(code: ErrorCode, message: string) {
  return fieldError({ path: "file", code, message });
}

async function typeOf(seen: ContentSeen, filename: string): Promise<string> {
  const type = await seen.typeFor(filename);
  if (type === null || documentTypes[type] === undefined) {
    const found = type === null ? "no type that is known" : type;
    throw unfit("content_type_mismatch", `is ${found}; documents are ${documentTypeNames}`);
  }
  if (agreesWithName(type, filename)) return type;
  throw unfit("content_type_mismatch", `is ${type}, which is not what ${filename} says`);
}

async function refuseVast(type: string, seen: ContentSeen, { staging }: ReceivedForm) {
  if (!isPicture(type)) return;
  const points = await staging.reading((readAt) => picturePoints(type, seen.head, readAt));
  if (points === null) throw unfit("content_type_mismatch", `is no ${type} that can be read`);
  if (points > maximumPicturePoints)
    throw unfit("image_too_large", "has more than 50,000,000 points");
}

// A form has no truth values, only their words.
function fieldsOf({ fields }: ReceivedForm): Readonly<Record<string, unknown>> {
  const { confidential, ...rest } = fields;
  if (confidential !== "true" && confidential !== "false") return fields;
  return { ...rest, confidential: confidential === "true" };
}

function inspector(): FormInspector {
  const seen = new ContentSeen();
  return {
    see: (bytes) => seen.see(bytes),
    bodyOf: async (received) => {
      const { filename } = received.file;
      const content_type = await typeOf(seen, filename);
      await refuseVast(content_type, seen, received);
      const { sha256, sizeBytes } = received.staged;
      return { ...fieldsOf(received), filename, content_type, sha256, size_bytes: sizeBytes };
    },
  };
}

function uploadModule({ surface }: UploadOptions, keep: KeepBytes): Module {
  const laneState = surface.runtime.kind === "branch" ? "to_send" : "none";
  return defineModule("document_uploads", documentUploadContract, {
    upload: async ({ body }, ctx) => {
      const uploaded = await uploadDocument(ctx, body, laneState);
      await keep(ctx.tenantId, body.sha256);
      return presentUploaded(ctx, uploaded);
    },
  });
}

/** Serves `POST /v1/documents/upload`. */
export function mountDocumentUploads(app: Express, options: UploadOptions): void {
  mountFormUploads(app, options, inspector, (keep) => uploadModule(options, keep));
}
