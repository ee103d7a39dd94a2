import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";

/** A Linux kernel whose drivers are files, as Debian packs it. */
export interface Kernel {
  readonly image: string;
  /** Each driver's file by its name, with `_` for `-`. */
  readonly modules: ReadonlyMap<string, string>;
}

/** What an emulated machine with USB ports is made of. */
export interface MachineParts {
  readonly kernel: Kernel;
  readonly busybox: string;
}

const emulator = "qemu-system-x86_64";
// What `prepare.sh` beside this file puts down, or a kernel of this machine's own.
const kernelFolders = [
  process.env["EDGEWARD_USB_KERNEL"],
  join(homedir(), ".cache", "edgeward", "usb-kernel"),
  "/",
];
/** Lets a kernel be both ends of a USB cable; few but Debian's have it. */
const bothEnds = "dummy_hcd";

function modulesIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ko"))
    .map((file): [string, string] => [
      basename(file, ".ko").replaceAll("-", "_"),
      join(folder, file),
    ]);
  return new Map(files);
}

function kernelIn(folder: string): Kernel | null {
  const boot = join(folder, "boot");
  if (!existsSync(boot)) return null;
  for (const file of readdirSync(boot).filter((name) => name.startsWith("vmlinuz-"))) {
    const drivers = join(folder, "lib", "modules", file.slice("vmlinuz-".length));
    if (!existsSync(drivers)) continue;
    const modules = modulesIn(drivers);
    if (modules.has(bothEnds)) return { image: join(boot, file), modules };
  }
  return null;
}

/** The drivers that are needed for some, each after those it builds on. Drivers that are part of the kernel are left out. */
export function inLoadingOrder(kernel: Kernel, wanted: readonly string[]): readonly string[] {
  const order: string[] = [];
  const add = (name: string) => {
    const file = kernel.modules.get(name.replaceAll("-", "_"));
    if (file === undefined || order.includes(basename(file, ".ko"))) return;
    // Each driver says what it builds on, among texts that end with a zero byte.
    const [, names = ""] = /\0depends=([^\0]*)\0/u.exec(readFileSync(file, "latin1")) ?? [];
    for (const needed of names.split(",")) add(needed);
    order.push(basename(file, ".ko"));
  };
  for (const name of wanted) add(name);
  return order;
}

function commandPath(name: string): string | null {
  const { status, stdout } = spawnSync("which", [name], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

function isStatic(program: string): boolean {
  // A program that is linked to libraries names the one that loads them.
  return !readFileSync(program, "latin1").includes("/ld-linux");
}

/** The parts of an emulated machine, or a sentence that says what this machine lacks for one. */
export function findMachineParts(): MachineParts | string {
  if (process.platform !== "linux" || process.arch !== "x64") return "an x86-64 machine with Linux";
  if (commandPath(emulator) === null) return `${emulator} (Debian: qemu-system-x86)`;
  const busybox = commandPath("busybox");
  if (busybox === null || !isStatic(busybox))
    return "a busybox of its own (Debian: busybox-static)";
  const kernel = kernelFolders
    .filter((folder) => folder !== undefined)
    .map(kernelIn)
    .find((found) => found !== null);
  if (kernel === undefined || kernel === null) {
    return `a Debian kernel with ${bothEnds} (test/usb/prepare.sh fetches one)`;
  }
  return { kernel, busybox };
}
