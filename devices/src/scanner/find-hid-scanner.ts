import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isHidPosDescriptor } from "./hid-pos.ts";

/** Whether a node is of that maker's product and reads codes for points of sale. */
async function isWanted(folder: string, vendor: string, product: string): Promise<boolean> {
  const about = await readFile(join(folder, "device", "uevent"), "utf8");
  // HID_ID=0003:000005E0:00001200 is bus, maker and product.
  const [, maker, kind] = /^HID_ID=[0-9A-F]+:([0-9A-F]+):([0-9A-F]+)$/mu.exec(about) ?? [];
  const isSame = (text: string | undefined, wanted: string) =>
    text !== undefined && Number.parseInt(text, 16) === Number.parseInt(wanted, 16);
  if (!isSame(maker, vendor) || !isSame(kind, product)) return false;
  return isHidPosDescriptor(await readFile(join(folder, "device", "report_descriptor")));
}

/**
 * The `/dev/hidraw` node of a scanner in its mode for points of sale. Linux.
 * @param vendor four hexadecimal digits @param product four hexadecimal digits
 * @param classFolder where the kernel lists them
 * @throws Error when it is not plugged in, or is in another mode
 */
export async function findHidScanner(
  vendor: string,
  product: string,
  classFolder = "/sys/class/hidraw",
): Promise<string> {
  for (const node of await readdir(classFolder)) {
    if (await isWanted(join(classFolder, node), vendor, product).catch(() => false)) {
      return `/dev/${node}`;
    }
  }
  throw new Error("the scanner is not plugged in, or not in its mode for points of sale");
}
