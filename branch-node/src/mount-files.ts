import { join } from "node:path";
import { mountDocumentUploads } from "@edgeward/shared/files/document-upload.ts";
import { mountDownloads } from "@edgeward/shared/files/download.ts";
import { FileStore } from "@edgeward/shared/files/file-store.ts";
import { mountPatientPhotos } from "@edgeward/shared/files/patient-photo.ts";
import { mountUploads } from "@edgeward/shared/files/upload.ts";
import type { BranchApp } from "#app.ts";
import type { NodeIdentity } from "#node/identity.ts";
import type { HubClient } from "#sync/hub-client.ts";
import { BranchCopies } from "#files/branch-copies.ts";
import { CopyErasure } from "#files/copy-erasure.ts";
import { fetchFromHub } from "#files/fetch.ts";
import { LaneClient } from "#files/lane-client.ts";
import { FileLane } from "#files/lane.ts";

/** What a branch's files are made of. */
export interface BranchFilesOptions {
  readonly branch: BranchApp;
  readonly identity: NodeIdentity;
  readonly hub: HubClient;
  /** The node's own folder. */
  readonly folder: string;
  /** 32 bytes of this node's own, for files alone. */
  readonly key: Uint8Array;
  /** Whether the hub can be reached at this moment and the clinical lane is at rest. */
  readonly isLinkAtRest: () => boolean;
}

/** Serves files on a branch and begins to send them to the hub. */
export function mountBranchFiles(options: BranchFilesOptions): FileLane {
  const { branch, identity, hub } = options;
  const { app, surface, runtime } = branch;
  const files = new FileStore({
    folder: join(options.folder, "files"),
    key: options.key,
    instance: "branch",
  });
  const lane = new LaneClient({ identity, hub, newId: runtime.newId });
  const copies = new BranchCopies(surface.store, runtime, identity);
  const stored = { files, repair: fetchFromHub({ files, copies, lane }), log: surface.log };
  mountUploads(app, { surface, files });
  mountDocumentUploads(app, { surface, files });
  mountDownloads(app, surface, stored);
  mountPatientPhotos(app, surface, stored);
  const { tenantId } = identity;
  const erasure = new CopyErasure({ tenantId, files, copies, log: surface.log });
  return new FileLane({ stored, copies, lane, erasure, isLinkAtRest: options.isLinkAtRest });
}
