import { mayUseCamera } from "./may-use-camera.ts";

/** Why there is no picture. */
export type CameraFault = "insecure" | "denied" | "missing" | "failed";

/** What a camera's failure is. */
export function cameraFaultOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "failed";
}

/** Opens a camera: the one that looks at things, or the one that looks at people. Null where a page may not have one. */
export async function openCamera(facing: "environment" | "user"): Promise<MediaStream | null> {
  if (!mayUseCamera()) return null;
  const video = { facingMode: facing, width: { ideal: 1_280 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

/** Lets a camera go. */
export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
