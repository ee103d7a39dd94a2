// What printers answer at their USB port whatever their language is: the requests of the printer class (USB Device Class
// Definition for Printing Devices 1.1, 4.2).
import type { TransportCondition } from "#driver.ts";

/** Numbers of the class's requests. */
export const classRequests = { deviceId: 0, portStatus: 1, softReset: 2 } as const;

const longestName = 80;
const unprintable = /[^\u0020-\u007e]/gu;

/** The values of an IEEE 1284 device id by their keys: `MFG:EPSON;MDL:TM-T88V;`. */
function valuesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(";").flatMap((part) => {
      const at = part.indexOf(":");
      if (at < 0) return [];
      return [[part.slice(0, at).trim().toUpperCase(), part.slice(at + 1).trim()] as const];
    }),
  );
}

/**
 * Maker and model from an answer to GET_DEVICE_ID, or null where it names no model.
 * @param answer two bytes of length, the most significant first and counting themselves, and the text
 */
export function nameInDeviceId(answer: Uint8Array): string | null {
  const [high = 0, low = 0] = answer;
  // Some makers count without the two bytes, or the other way round: the text ends where the answer does at the latest.
  const said = high * 256 + low;
  const end = said > 2 && said < answer.length ? said : answer.length;
  const text = Buffer.from(answer.subarray(2, end)).toString("latin1").replace(unprintable, "");
  const values = valuesOf(text);
  const value = (...names: readonly string[]) =>
    names.map((name) => values.get(name)).find((one) => one !== undefined && one !== "");
  const model = value("MDL", "MODEL");
  if (model === undefined) return null;
  const maker = value("MFG", "MANUFACTURER");
  const isNamedAlready = maker === undefined || model.toLowerCase().startsWith(maker.toLowerCase());
  return (isNamedAlready ? model : `${maker} ${model}`).slice(0, longestName);
}

const paperEmpty = 0x20;
const selected = 0x10;
const notError = 0x08;
const reserved = 0xc7;

/**
 * How a printer is by its answer to GET_PORT_STATUS; null for an answer that makes no sense, as printers give that do not
 * know the question.
 */
export function conditionOfPort(status: number): TransportCondition | null {
  if ((status & reserved) !== 0 || (status & (paperEmpty | selected | notError)) === 0) return null;
  return { isPaperOut: (status & paperEmpty) !== 0 };
}
