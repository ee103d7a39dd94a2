import { hostLine, type Machine } from "./machine.ts";

/** What a gadget is known by on its bus. */
export interface GadgetIdentity {
  /** Four hexadecimal digits. */
  readonly vendorId: string;
  /** Four hexadecimal digits. */
  readonly productId: string;
  readonly maker: string;
  readonly name: string;
  readonly serialNo: string;
}

/** What a gadget does. */
export interface GadgetFunction {
  /** As the kernel names it: `printer.0`. */
  readonly name: string;
  /** The function's files, and what is written to each, with the escapes of `printf`. */
  readonly settings: Readonly<Record<string, string>>;
  /** A shell command that joins the device to a program of this machine, given the arguments of `nc`. */
  readonly joinedBy: (line: string) => string;
}

/** Makes a machine one with USB ports: each is a bus of its own, and the machine is at both ends of its cable. */
export const usbPorts = "dummy_hcd";
/** The machine's own drivers for what is plugged in: the kernel's printer driver among them, which has to let go. */
export const hostDrivers = ["usblp", "usbhid", "hid_generic", "cdc_acm"];
/** What gadgets are made with. */
export const gadgetDrivers = ["libcomposite", "usb_f_printer", "usb_f_hid", "usb_f_acm"];

const gadgetsFolder = "/sys/kernel/config/usb_gadget";

/** A device of software at one of a machine's USB ports; what it takes in and says is a program's of this machine. */
export class Gadget {
  readonly #machine: Machine;
  readonly #port: number;
  readonly #joining: string;

  private constructor(machine: Machine, port: number, joining: string) {
    this.#machine = machine;
    this.#port = port;
    this.#joining = joining;
  }

  /** Makes one, which is not plugged in yet. @param port counts from 0 @param programPort where its program listens */
  static async make(
    machine: Machine,
    port: number,
    identity: GadgetIdentity,
    { name: functionName, settings, joinedBy }: GadgetFunction,
    programPort: number,
  ): Promise<Gadget> {
    const { vendorId, productId, maker, name, serialNo } = identity;
    const files = Object.entries(settings).map(
      ([file, value]) => `printf '${value}' > functions/${functionName}/${file}`,
    );
    await machine.run(`
      mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config
      mkdir ${gadgetsFolder}/port${port}
      cd ${gadgetsFolder}/port${port}
      echo 0x${vendorId} > idVendor
      echo 0x${productId} > idProduct
      mkdir strings/0x409 configs/c.1 functions/${functionName}
      echo '${maker}' > strings/0x409/manufacturer
      echo '${name}' > strings/0x409/product
      echo '${serialNo}' > strings/0x409/serialnumber
      ${files.join("\n")}
      ln -s functions/${functionName} configs/c.1/`);
    return new Gadget(machine, port, joinedBy(hostLine(programPort)));
  }

  /** Puts the plug in, and joins the device to its program. */
  async plugIn(): Promise<void> {
    await this.#machine.run(`
      echo dummy_udc.${this.#port} > ${gadgetsFolder}/port${this.#port}/UDC
      setsid sh -c '${this.#joining}' </dev/null >/dev/console 2>&1 &
      echo $! > /run/port${this.#port}.pid`);
  }

  /** Pulls the plug: what was under way on the cable is lost. */
  async unplug(): Promise<void> {
    // The cable first. The kernel does not survive that a printer's far end is open while the printer goes.
    await this.#machine.run(`
      echo disconnect > /sys/class/udc/dummy_udc.${this.#port}/soft_connect
      group=$(cat /run/port${this.#port}.pid)
      kill -KILL -- -$group || true
      while kill -0 -- -$group 2>/dev/null; do sleep 0.05; done
      echo > ${gadgetsFolder}/port${this.#port}/UDC`);
  }
}
