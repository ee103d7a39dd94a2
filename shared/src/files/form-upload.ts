import type { Express } from "#http/express.ts";
import { mountSurface, type BodyReader } from "#http/mount.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { header } from "#pipeline/call.ts";
import type { Surface } from "#pipeline/surface.ts";
import type { Module } from "#resource/module.ts";
import type { FileStore, Staged, Staging } from "./file-store.ts";
import { readForm, refuseByHeaders, type Form } from "./multipart.ts";

/** What uploading needs of a node. */
export interface UploadOptions {
  readonly surface: Surface;
  readonly files: FileStore;
}

/** A form whose file stands on the disk, and is nobody's yet. */
export interface ReceivedForm extends Form {
  readonly staged: Staged;
  readonly staging: Staging;
}

/** What looks at the bytes of one form's file as they come, and says what the form comes to. */
export interface FormInspector {
  see(bytes: Uint8Array): void;
  /** The body of the command; throws for a file that is not taken. */
  bodyOf(received: ReceivedForm): Promise<Readonly<Record<string, unknown>>>;
}

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

function refuseUnfit({ fields }: Form, { sha256, sizeBytes }: Staged): void {
  if (sizeBytes === 0) {
    throw fieldError({ path: "file", code: "validation_error", message: "is empty" });
  }
  const named = fields["sha256"];
  if (named !== undefined && named !== sha256) {
    const message = "is not the hash of the bytes that arrived";
    throw fieldError({ path: "sha256", code: "validation_error", message });
  }
}

/** Gives the bytes that an upload has left the place of their hash, once its command runs. */
export type KeepBytes = (tenantId: string, sha256: string) => Promise<void>;

function formReader(
  { surface, files }: UploadOptions,
  uploads: StagedUploads,
  inspect: () => FormInspector,
): BodyReader {
  return async (request) => {
    refuseByHeaders(request);
    const staging = await files.stage();
    try {
      const inspector = inspect();
      const form = await readForm(request, (bytes) => {
        inspector.see(bytes);
        return staging.write(bytes);
      });
      const staged = await staging.finish();
      refuseUnfit(form, staged);
      const value = await inspector.bodyOf({ ...form, staged, staging });
      // The acting tenant: who calls has been let in with it.
      const name = `${header(request, "X-Tenant-Id") ?? ""}/${staged.sha256}`;
      uploads.add(name, staging);
      // A replayed answer and a refusal leave the bytes unused.
      const release = async () => {
        uploads.remove(name, staging);
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

/**
 * Serves a module whose endpoint takes a form with a file: the form is read to the disk first, then its rows are written
 * like any others. @param moduleOf the module, which keeps the bytes where it writes their row
 */
export function mountFormUploads(
  app: Express,
  options: UploadOptions,
  inspect: () => FormInspector,
  moduleOf: (keep: KeepBytes) => Module,
): void {
  const uploads = new StagedUploads();
  const keep: KeepBytes = async (tenantId, sha256) => {
    // When the database has this run twice, the first run has put the bytes in their place.
    const staging = uploads.take(`${tenantId}/${sha256}`);
    if (staging !== null) await options.files.keep(tenantId, staging, sha256);
  };
  mountSurface(app, options.surface, [moduleOf(keep)], formReader(options, uploads, inspect));
}
