import { Bonjour } from "bonjour-service";

// On the network that it is started in: the first branch node that is announced there.
const seeker = new Bonjour();
const found = await new Promise<string>((resolve) => {
  seeker.find({ type: "edgeward" }, ({ port, host, addresses, txt }) =>
    resolve(JSON.stringify({ port, host, addresses, txt: JSON.stringify(txt) })),
  );
});
seeker.destroy();
process.stdout.write(found);
process.exit(0);
