import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../branch-node/src/ui/desk", import.meta.url));

/** The addresses of the desk's pages, as the sources of its routes say them. */
export function deskAddresses(): readonly string[] {
  const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((name) =>
    /(?:^|[/\\])router\.|-routes\./u.test(name),
  );
  const source = files.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  return [...source.matchAll(/^ {2}path: "([^"]+)"/gmu)].map(([, path]) => path ?? "");
}
