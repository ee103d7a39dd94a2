import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";

/** Makes a token for this run of a node and leaves it in a file of mode 0600. */
export function writeOperatorToken(file: string): string {
  const token = randomBytes(32).toString("base64url");
  writeFileSync(file, token, { mode: 0o600 });
  return token;
}
