import { join } from "node:path";
import { noteCopy } from "@edgeward/shared/clinical/files/files.commands.ts";
import { openWrite } from "@edgeward/shared/write/write.ts";
import { mountDocumentUploads } from "@edgeward/shared/files/document-upload.ts";
import { mountDownloads } from "@edgeward/shared/files/download.ts";
import { FileStore } from "@edgeward/shared/files/file-store.ts";
import type { Repair } from "@edgeward/shared/files/stored-bytes.ts";
import { mountPatientPhotos } from "@edgeward/shared/files/patient-photo.ts";
import { mountUploads } from "@edgeward/shared/files/upload.ts";
import type { Express } from "@edgeward/shared/http/express.ts";
import { mountSurface } from "@edgeward/shared/http/mount.ts";
import type { Surface } from "@edgeward/shared/pipeline/surface.ts";
import type { Secrets } from "#tenancy/secrets.ts";
import { systemOrigin } from "#tenancy/system-origin.ts";
import { chunksModule, readChunk } from "./chunks.ts";
import { fileLaneModule } from "./lane.module.ts";

/** What a hub's files are made of. */
export interface HubFilesOptions {
  readonly app: Express;
  readonly surface: Surface;
  readonly secrets: Secrets;
  /** The hub's own folder. */
  readonly folder: string;
}

// The hub cannot call a branch, so it only notes what it lacks: the branch asks for that, and sends it again.
function repairByBranch(surface: Surface): Repair {
  return async ({ tenantId, sha256, sizeBytes }) => {
    await surface.store.write({ tenantId }, async (session) => {
      const origin = systemOrigin(tenantId, null);
      const write = openWrite(session, surface.runtime, origin, "file.damaged");
      const bytes = { sha256, size_bytes: sizeBytes };
      await noteCopy(write, null, bytes, { copy_state: "damaged" });
      await write.flush([]);
    });
    return false;
  };
}

/** Serves files on a hub. @returns where their bytes are kept */
export function mountHubFiles(options: HubFilesOptions): FileStore {
  const { app, surface, secrets, folder } = options;
  const files = new FileStore({
    folder: join(folder, "files"),
    key: secrets.key("files"),
    instance: surface.runtime.nodeId,
  });
  const stored = { files, repair: repairByBranch(surface), log: surface.log };
  mountUploads(app, { surface, files });
  mountDocumentUploads(app, { surface, files });
  mountDownloads(app, surface, stored);
  mountPatientPhotos(app, surface, stored);
  mountSurface(app, surface, [chunksModule(stored)], readChunk);
  mountSurface(app, surface, [fileLaneModule(files)]);
  return files;
}
