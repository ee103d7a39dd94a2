import * as z from "zod";
import { noQuery, readEndpoint } from "#contract/endpoint.ts";
import { idOf } from "#contract/fields.ts";

/** The most bytes that a patient's photo may have: 1 MiB. */
export const maximumPhotoBytes = 1_048_576;

/** What a photo can be. */
export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** A patient's photo, for whoever may read the patient. */
export const patientPhotoContract = {
  get: readEndpoint({
    path: "/v1/patients/{id}/photo",
    summary: "A patient's photo, where there is one that can be had here",
    tag: "Patients",
    access: { resource: "patients", action: "read" },
    params: z.strictObject({ id: idOf("pat") }),
    query: noQuery,
    response: { contentTypes: photoTypes },
  }),
} as const;
