import { createHash, type X509Certificate } from "node:crypto";

/** A UUID that is always the same for the same text: a profile that is installed again takes the place of the first. */
function stableUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join("-").toUpperCase();
}

function lines(base64: string): string {
  return base64.replaceAll(/(?<line>.{64})/gu, "$<line>\n");
}

/** A configuration profile by which Apple's devices take a certificate as a root (`com.apple.security.root`). */
export function mobileconfig(authority: X509Certificate, site: string): string {
  const { fingerprint256, raw } = authority;
  const identifier = `health.edgeward.${site}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>PayloadContent</key>
<array>
<dict>
<key>PayloadCertificateFileName</key><string>edgeward-ca.crt</string>
<key>PayloadContent</key>
<data>
${lines(raw.toString("base64"))}
</data>
<key>PayloadDisplayName</key><string>Edgeward ${site}</string>
<key>PayloadIdentifier</key><string>${identifier}.root</string>
<key>PayloadType</key><string>com.apple.security.root</string>
<key>PayloadUUID</key><string>${stableUuid(`root ${fingerprint256}`)}</string>
<key>PayloadVersion</key><integer>1</integer>
</dict>
</array>
<key>PayloadDescription</key><string>Lets this device open ${site} over HTTPS. Good for this branch only.</string>
<key>PayloadDisplayName</key><string>Edgeward ${site}</string>
<key>PayloadIdentifier</key><string>${identifier}</string>
<key>PayloadType</key><string>Configuration</string>
<key>PayloadUUID</key><string>${stableUuid(`profile ${fingerprint256}`)}</string>
<key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}
