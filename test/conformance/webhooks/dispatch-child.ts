// A dispatcher in a process of its own, for tests that kill it.
//   node dispatch-child.ts <database url> <hub secret in hex> <milliseconds that its clock is ahead>
import { createSecrets } from "@edgeward/hub/tenancy/secrets.ts";
import { startDispatcher } from "@edgeward/hub/webhooks/dispatcher.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { createLogger } from "@edgeward/shared/log/log.ts";

const [, , url = "", secret = "", ahead = "0"] = process.argv;
const now = () => Date.now() + Number(ahead);

startDispatcher({
  url,
  secrets: createSecrets(Buffer.from(secret, "hex")),
  log: createLogger((line) => process.stderr.write(line), {}, now),
  now,
  newId: createIdSource(now),
  allowLoopbackHttp: true,
});
