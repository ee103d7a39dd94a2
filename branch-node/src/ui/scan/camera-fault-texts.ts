import type { FloorTextId } from "#ui/i18n/floor-text.ts";
import type { CameraFault } from "./camera-stream.ts";

/** What a page says where a camera shows nothing. */
export const cameraFaultTexts: Readonly<Record<CameraFault, FloorTextId>> = {
  insecure: "camera.insecure",
  denied: "camera.denied",
  missing: "camera.missing",
  failed: "camera.failed",
};
