import { createIppTransport } from "@edgeward/devices/transport/ipp.ts";

// Prints on the IPP printer of its own network, and says what became of it as JSON.
const [host = "", port = "", documentFormat = "", text = ""] = process.argv.slice(2);
const transport = createIppTransport({ host, port: Number(port), documentFormat });
const condition = await transport.condition?.();
const connection = await transport.open();
const document = Buffer.from(text.repeat(4_000));
await connection.write(document.subarray(0, 1_000), { timeoutMs: 1_000 });
await connection.write(document.subarray(1_000), { timeoutMs: 1_000 });
await connection.close();
process.stdout.write(JSON.stringify({ condition, closed: await connection.closed }));
