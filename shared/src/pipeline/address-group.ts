import { isIPv6 } from "node:net";

/** Who stands behind an address, as far as it says: whoever has one address of IPv6 has its whole network of 64 bits. */
export function addressGroup(address: string | null): string {
  if (address === null) return "unknown";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const front = head.split(":").filter((part) => part !== "");
  const back = tail.split(":").filter((part) => part !== "");
  const between = address.includes("::") ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array.from({ length: between }, () => "0"), ...back];
  return groups.slice(0, 4).join(":");
}
