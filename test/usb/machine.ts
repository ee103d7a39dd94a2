import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { initramfs, type InitialFile } from "./initramfs.ts";
import { inLoadingOrder, type MachineParts } from "./kernel.ts";

const initFile = fileURLToPath(new URL("guest-init.sh", import.meta.url));
// As the emulator's own network has them: this machine, seen from the emulated one.
const hostAddress = "10.0.2.2";
const startDrivers = ["virtio_pci", "9p", "9pnet_virtio", "virtio_net", "overlay"];
// A record separator, which no command of ours prints.
const endMark = "\u001e";
const bootWithinMs = 120_000;

/** How a machine is to be made. */
export interface MachinePlan {
  readonly parts: MachineParts;
  /** Drivers that can be loaded while it runs. */
  readonly drivers: readonly string[];
  /** Where its own files and its console's text go. */
  readonly folder: string;
  /** Programs of this machine that it has in its memory from its start, in `/run/programs`. */
  readonly programs: readonly string[];
  /** Ports of the machine that are reached at ports of this one. */
  readonly forwards: readonly { readonly hostPort: number; readonly guestPort: number }[];
}

/**
 * An emulated machine, all of it software: its processor too, so that it runs wherever QEMU does. It sees this
 * machine's files, read-only, and does what it is asked over a shell.
 */
export class Machine {
  readonly #plan: MachinePlan;
  readonly #emulator: ChildProcess;
  readonly #shell: Socket;
  readonly #server: Server;
  #said = "";
  #onEnd: (() => void) | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(plan: MachinePlan, emulator: ChildProcess, server: Server, shell: Socket) {
    this.#plan = plan;
    this.#emulator = emulator;
    this.#server = server;
    this.#shell = shell;
    shell.setEncoding("utf8");
    shell.on("data", (text: string) => {
      this.#said += text;
      this.#onEnd?.();
    });
    shell.on("close", () => this.#onEnd?.());
    shell.on("error", () => undefined);
  }

  /** Switches one on, and resolves when it takes commands. @throws Error that ends with what stood on its console */
  static async boot(plan: MachinePlan): Promise<Machine> {
    const server = createServer();
    const port = await listenOn(server);
    const emulator = startEmulator(plan, port);
    const ended = once(emulator, "exit").then(() => "ended" as const);
    const timeout = AbortSignal.timeout(bootWithinMs);
    const connected = once(server, "connection", { signal: timeout }).catch(() => "late" as const);
    const first = await Promise.race([connected, ended]);
    if (typeof first === "string") {
      emulator.kill("SIGKILL");
      server.close();
      throw new Error(`the emulated machine did not start (${first}):\n${consoleText(plan)}`);
    }
    const [shell]: Socket[] = first;
    if (shell === undefined) throw new Error("a connection without a socket");
    return new Machine(plan, emulator, server, shell);
  }

  /** Runs a script in the machine's shell, after those before it; what it printed. @throws Error when it fails */
  run(script: string): Promise<string> {
    const result = this.#last.then(() => this.#runNow(script));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Puts files of this machine into its memory, at their own paths; once. It can read all others too, but slowly: some
   * 10 ms for each time that one is asked for.
   * @param files each by its real path
   */
  async bring(files: readonly string[]): Promise<void> {
    const archive = join(this.#plan.folder, "brought");
    const contents = files.map((file) => ({
      path: file.slice(1),
      content: { copyOf: file },
      isProgram: false,
    }));
    writeFileSync(archive, initramfs([], contents));
    const folders = new Set(contents.map(({ path }) => path.slice(0, path.indexOf("/"))));
    const overlays = [...folders].map(
      (name) => `mount -t overlay -o ro,lowerdir=/run/brought/${name}:/${name} overlay /${name}`,
    );
    await this.run(`mkdir /run/brought
      cd /run/brought
      cpio -idm < ${archive}
      ${overlays.join("\n")}`);
  }

  /** Loads drivers of the plan with those they build on; what is loaded already stays. */
  async load(...names: readonly string[]): Promise<void> {
    const drivers = inLoadingOrder(this.#plan.parts.kernel, names);
    await this.run(
      drivers
        .map(
          (name) =>
            `[ -e /sys/module/${name.replaceAll("-", "_")} ] || insmod /run/modules/${name}.ko`,
        )
        .join("\n"),
    );
  }

  /** Gives it so many USB ports, where it has none yet. */
  async loadUsbPorts(count: number): Promise<void> {
    const name = "dummy_hcd";
    await this.load(
      ...inLoadingOrder(this.#plan.parts.kernel, [name]).filter((one) => one !== name),
    );
    await this.run(`[ -e /sys/module/${name} ] || insmod /run/modules/${name}.ko num=${count}`);
  }

  /** What stood on its console. */
  console(): string {
    return consoleText(this.#plan);
  }

  /** Switches it off. */
  async off(): Promise<void> {
    this.#shell.destroy();
    this.#server.close();
    if (this.#emulator.exitCode !== null || this.#emulator.signalCode !== null) return;
    this.#emulator.kill("SIGKILL");
    await once(this.#emulator, "exit");
  }

  async #runNow(script: string): Promise<string> {
    this.#said = "";
    // In a shell of its own, so that neither a fault nor an `exit` of the script ends the line.
    this.#shell.write(
      `(set -e\n${script}\n) </dev/null 2>&1; printf '${endMark}%s${endMark}' $?\n`,
    );
    const [, output = "", code = ""] = await this.#answer();
    if (code === "0") return output;
    throw new Error(`a script failed in the machine (${code}): ${output}\n${script}`);
  }

  #answer(): Promise<RegExpExecArray> {
    const pattern = new RegExp(`^([^]*)${endMark}(\\d+)${endMark}`, "u");
    return new Promise((resolve, reject) => {
      this.#onEnd = () => {
        const found = pattern.exec(this.#said);
        if (found !== null) resolve(found);
        else if (this.#shell.destroyed) reject(new Error(`the machine is off:\n${this.console()}`));
      };
      this.#onEnd();
    });
  }
}

/** Listens for what comes from an emulated machine; the port. */
export async function listenOn(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** How a program of an emulated machine reaches a port of this one: the arguments of `nc`. */
export function hostLine(port: number): string {
  return `${hostAddress} ${port}`;
}

function consoleFile({ folder }: MachinePlan): string {
  return join(folder, "console.log");
}

function consoleText(plan: MachinePlan): string {
  return readFileSync(consoleFile(plan), "utf8").slice(-4_000);
}

function initialFiles({ parts, drivers, programs }: MachinePlan): readonly InitialFile[] {
  const { kernel, busybox } = parts;
  const atStart = inLoadingOrder(kernel, startDrivers);
  const names = inLoadingOrder(kernel, [...startDrivers, ...drivers]);
  return [
    { path: "init", content: { copyOf: initFile }, isProgram: true },
    { path: "bin/busybox", content: { copyOf: busybox }, isProgram: true },
    { path: "modules/at-start", content: `${atStart.join("\n")}\n`, isProgram: false },
    ...names.map((name) => ({
      path: `modules/${name}.ko`,
      content: { copyOf: kernel.modules.get(name.replaceAll("-", "_")) ?? "" },
      isProgram: false,
    })),
    ...programs.map((file) => ({
      path: `programs/${basename(file)}`,
      content: { copyOf: file },
      isProgram: true,
    })),
  ];
}

function startEmulator(plan: MachinePlan, controlPort: number): ChildProcess {
  const initrd = join(plan.folder, "initramfs");
  writeFileSync(initrd, initramfs(["proc", "sys", "dev", "host", "programs"], initialFiles(plan)));
  const forwards = plan.forwards.map(
    ({ hostPort: from, guestPort: to }) => `,hostfwd=tcp:127.0.0.1:${from}-:${to}`,
  );
  const words = [
    // Without `mitigations=off` each call of the kernel empties what the emulator knows of the memory: a start of the
    // branch took 70 s of processor time, and takes 35.
    "console=ttyS0 quiet panic=-1 mitigations=off random.trust_cpu=on",
    `EDGEWARD_CONTROL=${hostAddress}:${controlPort}`,
    `EDGEWARD_HOSTNAME=${hostname()}`,
  ];
  const log = openSync(consoleFile(plan), "w");
  // One option a line would be thirty lines; none has a space in it but what stands in `words`.
  const options = [
    "-nodefaults -no-user-config -nographic -no-reboot -serial stdio",
    // Under `-cpu max` Node.js ended with a segmentation fault, once in some ten starts.
    "-accel tcg,thread=multi -machine q35,usb=off -cpu Nehalem -smp 2 -m 1536",
    "-virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap",
    `-netdev user,id=net${forwards.join("")} -device virtio-net-pci,netdev=net,romfile=`,
  ];
  const kernel = [
    "-kernel",
    plan.parts.kernel.image,
    "-initrd",
    initrd,
    "-append",
    words.join(" "),
  ];
  return spawn("qemu-system-x86_64", [...options.join(" ").split(" "), ...kernel], {
    stdio: ["ignore", log, log],
  });
}
