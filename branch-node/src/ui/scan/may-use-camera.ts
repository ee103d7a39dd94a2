/** Whether this page may ask for a camera at all: browsers give none to pages over plain HTTP. */
export function mayUseCamera(): boolean {
  return globalThis.isSecureContext && "mediaDevices" in navigator;
}
