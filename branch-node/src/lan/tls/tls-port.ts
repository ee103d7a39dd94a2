/** The variable that moves the port of HTTPS. */
export const tlsPortVariable = "EDGEWARD_BRANCH_TLS_PORT";

const usualPort = 8443;

/**
 * On which port HTTPS is to be served, from what was set: 0 for any free one, null for none (`off`).
 * @throws Error that names the variable for what is neither
 */
export function readTlsPort(text: string | undefined): number | null {
  if (text === undefined || text === "") return usualPort;
  if (text === "off") return null;
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= 65_535) return port;
  throw new Error(`${tlsPortVariable} is neither a port nor "off"`);
}
