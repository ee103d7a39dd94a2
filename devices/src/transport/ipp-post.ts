import { connect, type TLSSocket } from "node:tls";
import { TransportError } from "#driver.ts";

// Not imported: an import of it loads a second client beside, which nobody uses.
const { request } = process.getBuiltinModule("node:http");

/** Where requests of IPP go. */
export interface IppAddress {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Set for IPP over TLS. */
  readonly trust?: CertificateTrust;
}

/** Which certificate a printer may show: printers make their own, which nobody has signed. */
export interface CertificateTrust {
  /** SHA-256 of it; the first that is seen is kept here when it is not known. */
  fingerprint: string | null;
}

const plain = (fingerprint: string) => fingerprint.replaceAll(":", "").toUpperCase();

/** Opens a line to the printer, and closes it again unless it shows the certificate that it should. */
function openSecure({ host, port }: IppAddress, trust: CertificateTrust): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // Nobody has signed what printers show, so it is compared instead.
    const socket = connect({ host, port, rejectUnauthorized: false, servername: "" });
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const shown = plain(socket.getPeerCertificate().fingerprint256 ?? "");
      trust.fingerprint ??= shown;
      if (shown !== "" && shown === plain(trust.fingerprint)) return resolve(socket);
      socket.destroy();
      return reject(new TransportError("untrusted", 0));
    });
  });
}

/** Posts a request. @returns the answer, or null where the printer speaks HTTP and refuses */
export async function postIpp(
  address: IppAddress,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const { host, port, path, trust } = address;
  const socket = trust === undefined ? undefined : await openSecure(address, trust);
  const headers = { "content-type": "application/ipp", "content-length": body.length };
  return new Promise((resolve, reject) => {
    const line = socket === undefined ? { agent: false } : { createConnection: () => socket };
    const options = { host, port, path, headers, method: "POST", signal, ...line } as const;
    const asked = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        socket?.destroy();
        resolve(response.statusCode === 200 ? Uint8Array.from(Buffer.concat(parts)) : null);
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
