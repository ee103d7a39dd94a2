import { prepareZXingModule } from "zxing-wasm/reader";
import readerUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import { mayUseCamera } from "./may-use-camera.ts";
import { readFrame } from "./read-picture.ts";

/** Why there is no picture. */
export type CameraFault = "insecure" | "denied" | "missing" | "failed";

const lookEveryMs = 120;
// Twice the same within this time is one code held still, not two scans.
const sameWithinMs = 3_000;

// From this node, not from where the package would fetch it: a branch without the internet reads codes, too.
function prepare(): Promise<unknown> {
  const overrides = {
    locateFile: (path: string, prefix: string) =>
      path.endsWith(".wasm") ? readerUrl : prefix + path,
  };
  return prepareZXingModule({ overrides, fireImmediately: true });
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "failed";
}

/** What is told while a camera looks. */
export interface CameraListener {
  readonly onCode: (text: string) => void;
  readonly onFault: (fault: CameraFault) => void;
}

/** A camera that looks for codes until it is closed. */
export class CodeCamera {
  readonly #video: HTMLVideoElement;
  readonly #listener: CameraListener;
  readonly #canvas = document.createElement("canvas");
  #stream: MediaStream | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #last = { text: "", at: Number.NEGATIVE_INFINITY };

  constructor(video: HTMLVideoElement, listener: CameraListener) {
    this.#video = video;
    this.#listener = listener;
    void this.#start();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#video.srcObject = null;
  }

  async #start(): Promise<void> {
    if (!mayUseCamera()) return this.#listener.onFault("insecure");
    try {
      const picture = { facingMode: "environment", width: { ideal: 1_280 } };
      const [stream] = await Promise.all([
        navigator.mediaDevices.getUserMedia({ video: picture, audio: false }),
        prepare(),
      ]);
      this.#stream = stream;
      if (this.#isClosed) return this.close();
      this.#video.srcObject = stream;
      await this.#video.play();
      this.#lookLater();
    } catch (error) {
      if (!this.#isClosed) this.#listener.onFault(faultOf(error));
    }
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
  }

  async #look(): Promise<void> {
    try {
      const text = await this.#read();
      if (text !== null && !this.#isClosed) this.#tell(text);
    } catch {
      if (!this.#isClosed) this.#listener.onFault("failed");
      return;
    }
    this.#lookLater();
  }

  async #read(): Promise<string | null> {
    const { videoWidth: width, videoHeight: height } = this.#video;
    if (width === 0) return null;
    this.#canvas.width = width;
    this.#canvas.height = height;
    const drawing = this.#canvas.getContext("2d", { willReadFrequently: true });
    if (drawing === null) return null;
    drawing.drawImage(this.#video, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    return readFrame({ data: new Uint8ClampedArray(data), width, height });
  }

  #tell(text: string): void {
    const now = performance.now();
    const isWaiting = text === this.#last.text && now - this.#last.at < sameWithinMs;
    this.#last = { text, at: now };
    if (!isWaiting) this.#listener.onCode(text);
  }
}
