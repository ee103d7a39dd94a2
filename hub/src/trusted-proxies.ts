import { isIP } from "node:net";

/** The environment variable that names the proxies before a hub, with commas between them. */
export const trustedProxiesVariable = "EDGEWARD_TRUSTED_PROXIES";

function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}

/** The addresses and networks of proxies, as the environment names them. @throws Error for what is neither */
export function readTrustedProxies(text = ""): readonly string[] {
  const named = text.split(",").map((part) => part.trim());
  const proxies = named.filter((part) => part !== "");
  const wrong = proxies.find((part) => !isNetwork(part));
  if (wrong === undefined) return proxies;
  throw new Error(
    `${wrong} is no address of a proxy (${trustedProxiesVariable}: 10.0.0.5, 10.1.0.0/16)`,
  );
}
