// Passes connections to one address of its network on to a port of its loopback.
import { connect, createServer } from "node:net";

const [host = "", port = "", targetPort = ""] = process.argv.slice(2);

const server = createServer((near) => {
  const far = connect(Number(targetPort), "127.0.0.1");
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
  near.pipe(far).pipe(near);
});

process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
server.listen(Number(port), host, () => process.send?.({ type: "ready" }));
