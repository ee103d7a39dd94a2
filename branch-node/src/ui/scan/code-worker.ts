import { prepareZXingModule } from "zxing-wasm/reader";
import readerUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { LookAnswer, LookQuestion } from "./code-reader.ts";
import { codesInFrame, codesInPhotograph } from "./read-picture.ts";

// From this node, not from where the package would fetch it: a branch without the internet reads codes, too.
const prepared = prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) =>
      path.endsWith(".wasm") ? readerUrl : prefix + path,
  },
  fireImmediately: true,
});
// Whoever asks is told of it.
prepared.catch(() => undefined);

async function answer({ picture, isPatient }: LookQuestion): Promise<LookAnswer> {
  try {
    await prepared;
    return { seen: await (isPatient ? codesInPhotograph(picture) : codesInFrame(picture)) };
  } catch (error) {
    return { fault: String(error) };
  }
}

globalThis.addEventListener("message", (event: MessageEvent<LookQuestion>) => {
  void answer(event.data).then((said) => globalThis.postMessage(said, { transfer: [] }));
});
