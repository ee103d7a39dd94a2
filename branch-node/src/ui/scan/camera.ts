import { cameraFaultOf, closeCamera, openCamera, type CameraFault } from "./camera-stream.ts";
import { CodeChoice, type SeenCode, type Sight } from "./code-choice.ts";
import { CodeReader } from "./code-reader.ts";

const lookEveryMs = 120;
// Three times as slow as a quick look, so only where that has found nothing for half a second.
const looksBeforePatience = 4;
// Twice the same within this time is one code held still, not two scans.
const sameWithinMs = 3_000;

/** What is reported while a camera looks. */
export interface CameraListener {
  readonly onCode: (text: string) => void;
  readonly onFault: (fault: CameraFault) => void;
  /** Notified of each look, for somebody may have to hold the code otherwise. */
  readonly onSight: (sight: Sight) => void;
}

/** A camera that looks for codes until it is closed. */
export class CodeCamera {
  readonly #video: HTMLVideoElement;
  readonly #listener: CameraListener;
  readonly #canvas = document.createElement("canvas");
  readonly #reader = new CodeReader();
  #stream: MediaStream | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #choice = new CodeChoice();
  /** How many looks in a row have found nothing. */
  #emptyLooks = 0;
  #last = { text: "", at: Number.NEGATIVE_INFINITY };

  constructor(video: HTMLVideoElement, listener: CameraListener) {
    this.#video = video;
    this.#listener = listener;
    void this.#start();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#reader.close();
    closeCamera(this.#stream);
    this.#video.srcObject = null;
  }

  async #start(): Promise<void> {
    try {
      const stream = await openCamera("environment");
      if (stream === null) return this.#listener.onFault("insecure");
      this.#stream = stream;
      if (this.#isClosed) return this.close();
      this.#video.srcObject = stream;
      await this.#video.play();
      this.#lookLater();
    } catch (error) {
      if (!this.#isClosed) this.#listener.onFault(cameraFaultOf(error));
    }
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#look(), lookEveryMs);
  }

  async #look(): Promise<void> {
    try {
      const seen = await this.#read();
      if (!this.#isClosed) this.#weigh(this.#choice.look(seen, performance.now()));
    } catch {
      if (!this.#isClosed) this.#listener.onFault("failed");
      return;
    }
    this.#lookLater();
  }

  #weigh(sight: Sight): void {
    this.#listener.onSight(sight);
    if (sight.kind === "code") this.#notify(sight.text);
  }

  async #read(): Promise<readonly SeenCode[]> {
    const { videoWidth: width, videoHeight: height } = this.#video;
    if (width === 0) return [];
    this.#canvas.width = width;
    this.#canvas.height = height;
    const drawing = this.#canvas.getContext("2d", { willReadFrequently: true });
    if (drawing === null) return [];
    drawing.drawImage(this.#video, 0, 0);
    const { data } = drawing.getImageData(0, 0, width, height);
    const isPatient = this.#emptyLooks >= looksBeforePatience;
    const seen = await this.#reader.look({ data, width, height }, isPatient);
    this.#emptyLooks = seen.length > 0 || isPatient ? 0 : this.#emptyLooks + 1;
    return seen;
  }

  #notify(text: string): void {
    const now = performance.now();
    const isWaiting = text === this.#last.text && now - this.#last.at < sameWithinMs;
    this.#last = { text, at: now };
    if (!isWaiting) this.#listener.onCode(text);
  }
}
