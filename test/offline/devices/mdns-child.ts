import { announceNode, browsePrinters } from "@edgeward/devices/discovery/mdns.ts";
import { Bonjour } from "bonjour-service";

// On a network of its own: a printer announces itself, a node too, and both are looked for.
const publisher = new Bonjour();
publisher.publish({
  name: "Front desk",
  type: "pdl-datastream",
  port: 9100,
  txt: { usb_MFG: "EPSON", usb_SN: "X5Y1" },
});
const leave = announceNode(
  { name: "Kothrud", port: 8081, branchId: "brn_1", host: "edgeward-kot.local" },
  (error) => {
    throw error;
  },
);
const [printer] = await browsePrinters(2_000);
const seeker = new Bonjour();
const node = await new Promise<string>((resolve) => {
  seeker.find({ type: "edgeward" }, ({ name, port, host, addresses, txt }) =>
    resolve(`${name} ${port} ${host} ${addresses?.includes("10.77.0.1")} ${JSON.stringify(txt)}`),
  );
});
process.stdout.write(JSON.stringify({ printer, node }));
await leave();
publisher.destroy();
seeker.destroy();
process.exit(0);
