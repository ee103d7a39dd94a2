import { Argument, type Command } from "commander";
import * as z from "zod";
import { askHttp } from "../operator-http.ts";
import { findRunningDemo } from "../running-demo.ts";
import type { Terminal } from "../terminal.ts";

const outageState = z.looseObject({ outage: z.boolean() });

async function setOutage(wanted: string, terminal: Terminal): Promise<void> {
  const { control, operator_token: token } = findRunningDemo();
  const body = { on: wanted === "on" };
  const { outage } = await askHttp(`${control}/outage`, outageState, {
    method: "POST",
    token,
    body,
  });
  terminal.out(
    outage
      ? "The branch is cut off from the hub; work at the desk goes on."
      : "The branch reaches the hub again and sends what has waited.",
  );
}

/** `edgeward outage on|off`. */
export function addOutage(program: Command, terminal: Terminal): void {
  program
    .command("outage")
    .description("demo: cut the branch from the hub, to watch it work offline, and join them again")
    .addArgument(new Argument("<state>", "whether there is an outage").choices(["on", "off"]))
    .action((state: string) => setOutage(state, terminal));
}
