/** Sentences of trusting the branch’s certificate, in English. */
export const enTrust = {
  "trust.again": "Check again",
  "trust.android": "Android",
  "trust.android1":
    "Get the certificate. Then open Settings › Security › Encryption and credentials › Install a certificate › CA certificate.",
  "trust.android2": "Choose “Install anyway” and the downloaded file. A screen lock is asked for.",
  "trust.android3": "Open the branch in Chrome.",
  "trust.apple": "iPad and iPhone",
  "trust.apple1": "Get the profile in Safari and allow the download.",
  "trust.apple2":
    "Open Settings › General › VPN & Device Management, choose the profile, and install it.",
  "trust.apple3":
    "Open Settings › General › About › Certificate Trust Settings, and turn the branch’s certificate on.",
  "trust.byName": "Open this page by an address that the certificate is for: {value}",
  "trust.certificate": "Certificate (.crt)",
  "trust.checking": "Checking whether this device trusts the branch…",
  "trust.compare": "Compare the fingerprint",
  "trust.compareLead":
    "The desk shows the same characters under “Screens and scanners”. Where they differ, install nothing and tell whoever looks after the network.",
  "trust.get": "Get the certificate",
  "trust.install": "Let this device trust it",
  "trust.lead":
    "Kiosks, tablets and cameras work only over a secure connection. A device has it once it trusts this branch’s certificate. No internet is needed.",
  "trust.limits":
    "The certificate is good for this branch’s own names and local addresses only. It lets nobody pretend to be another site.",
  "trust.linux": "Linux, and Chromium as a kiosk",
  "trust.linux1": "For one user’s Chrome or Chromium (package libnss3-tools):",
  "trust.linux2":
    "Or start a kiosk’s Chromium, with a profile of its own, so that it accepts this branch’s key alone:",
  "trust.off":
    "The secure connection is turned off at this branch. Whoever looks after the branch can turn it on.",
  "trust.open": "Open over the secure connection",
  "trust.profile": "Profile for iPad and iPhone",
  "trust.starting": "The branch is making its certificate. This page looks again by itself.",
  "trust.title": "Trust this branch",
  "trust.trusted": "This device trusts the branch.",
  "trust.unreachable": "The branch does not answer. It is tried again by itself.",
  "trust.untrusted": "This device does not trust the branch yet.",
  "trust.waiting":
    "The secure connection is not there at the moment. The branch tries again by itself; its operator sees the reason with “edgeward status”.",
  "trust.windows": "Windows",
  "trust.windows1":
    "Get the certificate, open it, and choose Install Certificate › Local Machine (or Current User).",
  "trust.windows2":
    "Place it in “Trusted Root Certification Authorities”, and start the browser again.",
} as const;
