import { findFile } from "#clinical/files/files.queries.ts";
import { patientPhotoContract } from "#clinical/patients/patients.photo.contract.ts";
import { findPatient } from "#clinical/patients/patients.queries.ts";
import { FileOutput } from "#contract/endpoint.ts";
import type { Express } from "#http/express.ts";
import { mountSurface } from "#http/mount.ts";
import type { Surface } from "#pipeline/surface.ts";
import { defineModule, type Module } from "#resource/module.ts";
import { found } from "#write/write.ts";
import { fileBytes } from "./download.ts";
import type { StoredBytes } from "./stored-bytes.ts";

function patientPhotoModule(stored: StoredBytes): Module {
  return defineModule("patient_photos", patientPhotoContract, {
    get: async ({ params }, ctx) => {
      const patient = found(await findPatient(ctx.db, ctx.tenantId, params.id));
      const photoId = patient.photo_document_id;
      const file = found(
        photoId === null ? undefined : await findFile(ctx.db, ctx.tenantId, photoId),
      );
      ctx.auditRead("patients", patient.id, patient.id);
      // Kept by the browser, and asked for each time whether whoever looks may still see it.
      const headers = { "Cache-Control": "private, no-cache" };
      return new FileOutput(file.content_type, fileBytes(stored, file), { headers });
    },
  });
}

/** Serves patients' photos to whoever may read the patient. */
export function mountPatientPhotos(app: Express, surface: Surface, stored: StoredBytes): void {
  mountSurface(app, surface, [patientPhotoModule(stored)]);
}
