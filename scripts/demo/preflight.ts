import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { readTlsPort, tlsPortVariable } from "@edgeward/branch-node/lan/tls/tls-port.ts";
import { canListen } from "../free-port.ts";

/** Something that the person who started this can put right, in one line. */
export class StartFailure extends Error {}

/**
 * Whether what was set for HTTPS can be meant; that its port is free is not asked for, for a branch works without it.
 * @throws StartFailure that names the variable
 */
export function requireTlsPort(): void {
  try {
    readTlsPort(process.env[tlsPortVariable]);
  } catch (error) {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  }
}

/** @throws StartFailure that names the port and the variable that moves it */
export async function requirePort(port: number, variable: string): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartFailure(`${variable} is not a port number`);
  }
  if (await canListen(port)) return;
  throw new StartFailure(
    `port ${port} is taken by another program; choose another with ${variable}=…`,
  );
}

/** Makes the data folder. @throws StartFailure when it cannot be written */
export function requireFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new StartFailure(
      `the data folder ${folder} cannot be written; choose another with EDGEWARD_DATA=…`,
    );
  }
}

// PostgreSQL refuses to run as root and runs as a user of its own then, who must be able to reach the folder.
const othersMayEnter = 0o001;

/** @throws StartFailure when, started as root, the database's own user could not reach its folder */
export function requireReachable(folder: string): void {
  if (process.getuid?.() !== 0) return;
  for (let place = folder; place !== dirname(place); place = dirname(place)) {
    if ((statSync(place).mode & othersMayEnter) !== 0) continue;
    throw new StartFailure(
      `the database runs as the user postgres, who cannot enter ${place}; choose another folder with EDGEWARD_DATA=… or let others enter this one`,
    );
  }
}
