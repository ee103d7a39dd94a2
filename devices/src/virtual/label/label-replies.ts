import type { LabelLanguage } from "#label/label.ts";

/** What a person can see of a label printer. */
export interface LabelPrinterState {
  readonly labelsOut: boolean;
  readonly headOpen: boolean;
  readonly paused: boolean;
}

const flag = (isSet: boolean) => (isSet ? "1" : "0");

/** The answer of a printer of that language to the question how it is. */
export function labelStatusReply(language: LabelLanguage, state: LabelPrinterState): Uint8Array {
  switch (language) {
    case "zpl":
      return zplReply(state);
    case "tspl":
      return Uint8Array.of(
        (state.headOpen ? 0x01 : 0) | (state.labelsOut ? 0x04 : 0) | (state.paused ? 0x10 : 0),
      );
    case "cpcl":
      // It has no word for a pause.
      return Uint8Array.of((state.labelsOut ? 0x02 : 0) | (state.headOpen ? 0x04 : 0));
    case "epl": {
      const codes = [...(state.labelsOut ? ["07"] : []), ...(state.headOpen ? ["11"] : [])];
      return Buffer.from(`${codes.length === 0 ? "00" : codes.join(",")}\r\n`);
    }
  }
}

function zplReply({ labelsOut, headOpen, paused }: LabelPrinterState): Uint8Array {
  const lines = [
    `030,${flag(labelsOut)},${flag(paused)},1245,000,0,0,0,000,0,0,0`,
    `000,0,${flag(headOpen)},0,0,2,4,0,00000000,1,000`,
    "1234,0",
  ];
  return Buffer.from(lines.map((line) => `\u0002${line}\u0003\r\n`).join(""));
}
