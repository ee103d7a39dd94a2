import { Command, CommanderError } from "commander";
import { addAudit } from "./commands/audit.ts";
import { addDevices } from "./commands/devices.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addImport } from "./commands/import-patients.ts";
import { addBranch, addHub } from "./commands/nodes.ts";
import { addOutage } from "./commands/outage.ts";
import { addStatus } from "./commands/status.ts";
import { addWebhooks } from "./commands/webhooks.ts";
import { CommandFailure, messageOf, usageExit } from "./failure.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/** The operator's command, with everything it can do. */
function createProgram(terminal: Terminal): Command {
  const program = new Command("edgeward")
    .description("Run and look after an Edgeward hub and its branches")
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => {
        write(`edgeward: ${messageOf(text.replace(/^error: /u, ""))}\n`);
      },
    })
    .showHelpAfterError(false);
  addStatus(program, terminal);
  addOutage(program, terminal);
  addImport(program, terminal);
  addWebhooks(program, terminal);
  addAudit(program, terminal);
  addDevices(program, terminal);
  addDoctor(program, terminal);
  addHub(program, terminal);
  addBranch(program, terminal);
  return program;
}

// The library gives 1 for whatever was typed wrongly, and 0 for help that was asked for.
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageExit;
  return error instanceof CommandFailure ? error.exitCode : 1;
}

async function main(): Promise<void> {
  const terminal = processTerminal();
  try {
    await createProgram(terminal).parseAsync();
  } catch (error) {
    // What the library refuses it has reported already.
    if (!(error instanceof CommanderError)) terminal.err(`edgeward: ${messageOf(error)}`);
    process.exitCode = exitCodeOf(error);
  }
}

await main();
