import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { connect } from "node:net";
import { SerialPort } from "serialport";
import { hidPosReportBytes } from "./hid-pos.ts";
import type { OpenPort } from "./scanner-link.ts";

/** The line settings that scanners leave the factory with, but for the speed. */
export interface SerialScannerSettings {
  /** `/dev/ttyACM0`, `COM3`. */
  readonly path: string;
  /** Bits a second. */
  readonly baudRate: number;
}

// Each look costs one question to the system.
const lookMs = 1_000;

/**
 * Closes a port that has gone without a word: where the cable was pulled between two reads of the library, it reads
 * nothing for ever and keeps a processor busy with it. Asked to let out what it holds, such a port answers with an error.
 */
function closeWhenGone(port: SerialPort): void {
  const timer = setInterval(() => {
    port.drain((error) => {
      if (error !== null && port.isOpen) port.close();
    });
  }, lookMs);
  port.once("close", () => clearInterval(timer));
}

/** Opens a scanner on a serial port (RS-232, or USB as a virtual serial port). A second program is kept out. */
export function serialScannerPort({ path, baudRate }: SerialScannerSettings): OpenPort {
  return (onBytes) =>
    new Promise((resolve, reject) => {
      const port = new SerialPort({ path, baudRate, autoOpen: false });
      const closed = Promise.withResolvers<void>();
      port.on("data", onBytes);
      port.on("close", () => closed.resolve());
      port.on("error", () => closed.resolve());
      const close = () =>
        new Promise<void>((done) => {
          if (port.isOpen) port.close(() => done());
          else done();
        });
      port.open((error) => {
        if (error !== null) return reject(error);
        closeWhenGone(port);
        resolve({ closed: closed.promise, close });
      });
    });
}

/** Opens a scanner in its HID mode for points of sale by its `/dev/hidraw` node: each read is one report. Linux. */
export function hidScannerPort(path: string): OpenPort {
  return async (onBytes) => {
    const file = await open(path, "r");
    const stream = createReadStream("", { fd: file, highWaterMark: hidPosReportBytes });
    const closed = Promise.withResolvers<void>();
    stream.on("data", (chunk) => onBytes(Buffer.from(chunk)));
    stream.once("close", () => closed.resolve());
    stream.on("error", () => closed.resolve());
    return {
      closed: closed.promise,
      close: async () => {
        stream.destroy();
        await closed.promise;
      },
    };
  };
}

/** Opens a scanner behind a serial server on the network. */
export function networkScannerPort(host: string, port: number): OpenPort {
  return (onBytes) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: 5_000 });
      const closed = Promise.withResolvers<void>();
      socket.on("data", onBytes);
      socket.once("close", () => closed.resolve());
      socket.on("error", reject);
      socket.once("connect", () =>
        resolve({
          closed: closed.promise,
          close: async () => {
            socket.destroy();
            await closed.promise;
          },
        }),
      );
    });
}
