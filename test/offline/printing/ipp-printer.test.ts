import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const child = fileURLToPath(new URL("ipp-child.ts", import.meta.url));

// The printer announces itself by Avahi, which wants a machine to itself: it gets a network and processes of its own.
const script = `
set -e
mount -t tmpfs none /run
mkdir -p /run/dbus
ip link set lo up
dbus-daemon --system --fork --nopidfile
avahi-daemon -D --no-drop-root --no-rlimits -s
ippeveprinter -r off -p 18631 -k -s 600 -d "$1" -f application/pdf,application/octet-stream printer >/dev/null 2>&1 &
for attempt in $(seq 100); do
  if (exec 3<>/dev/tcp/127.0.0.1/18631) 2>/dev/null; then break; fi
  sleep 0.1
done
shift
"$@"
`;

function isAble(): boolean {
  const tools = ["unshare", "ip", "dbus-daemon", "avahi-daemon", "ippeveprinter"];
  const hasTools = tools.every(
    (tool) => spawnSync("which", [tool], { stdio: "ignore" }).status === 0,
  );
  return hasTools && process.getuid?.() === 0;
}

test("a real IPP printer gets the document byte for byte, and says how it is", async (context) => {
  if (!isAble() && process.env["CI"] !== "true") {
    context.skip("needs root and ippeveprinter (Debian: cups-ipp-utils, dbus, avahi-daemon)");
  }
  const folder = mkdtempSync(join(tmpdir(), "edgeward-ipp-"));
  try {
    const inside = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
    const print = [process.execPath, child, "localhost", "18631", "application/pdf", "%PDF-1.7\n"];
    const args = [...inside, "bash", "-c", script, "bash", folder, ...print];
    const { stdout } = await run("unshare", args, { timeout: 90_000 });
    expect(JSON.parse(stdout)).toEqual({
      condition: { isPaperOut: false, isPaperLow: false, isCoverOpen: false, isOffline: false },
      closed: { kind: "by_us" },
    });
    const [file = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".pdf"),
    );
    expect(readFileSync(join(folder, file), "utf8")).toBe("%PDF-1.7\n".repeat(4_000));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
