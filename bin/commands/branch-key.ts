import { existsSync } from "node:fs";
import { join, relative, resolve, isAbsolute } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Option, type Command } from "commander";
import type { SealBy } from "@edgeward/branch-node/node/key-seal.ts";
import { CommandFailure, messageOf, usageExit } from "../failure.ts";
import { dataFolder, givenPath } from "../running-demo.ts";
import { jsonLine, type Terminal } from "../terminal.ts";

const ways = ["file", "passphrase", "system", "command"] as const;

interface KeyOptions {
  readonly keep?: (typeof ways)[number];
  readonly passphraseFile?: string;
  readonly sealCommand?: string;
  readonly openCommand?: string;
  readonly json?: true;
}

const fewestCharacters = 12;

const meanings: Readonly<Record<(typeof ways)[number], string>> = {
  file: "in clear beside the database: whoever has the folder can open it",
  passphrase: "sealed by a passphrase, which the node needs at every start",
  system: "sealed by this machine: a copy of the folder opens nowhere else",
  command: "sealed by a command of your own, which the node runs at every start",
};

/** Asks for something that nobody standing by shall read. */
async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asking = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await new Promise((answered, refused) => {
      asking.once("SIGINT", () => refused(new CommandFailure("nothing was changed")));
      asking.question("", answered);
    });
  } finally {
    asking.close();
    process.stderr.write("\n");
  }
}

function isWithin(folder: string, file: string): boolean {
  const path = relative(resolve(folder), resolve(file));
  return !path.startsWith("..") && !isAbsolute(path);
}

async function newPassphrase(folder: string, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    const path = givenPath(file);
    if (isWithin(folder, path))
      throw new CommandFailure(
        "the passphrase lies in the folder that it is to protect; keep it elsewhere",
        usageExit,
      );
    const { passphraseIn } = await import("@edgeward/branch-node/node/branch-key.ts");
    return passphraseIn(path);
  }
  if (!process.stdin.isTTY)
    throw new CommandFailure("name a file with the passphrase: --passphrase-file", usageExit);
  const passphrase = await askHidden("New passphrase: ");
  if ((await askHidden("Once more: ")) !== passphrase)
    throw new CommandFailure("the two are not the same; nothing was changed");
  return passphrase;
}

function words(text: string | undefined, option: string): readonly string[] {
  const found = (text ?? "").split(/\s+/u).filter((word) => word !== "");
  if (found.length === 0) throw new CommandFailure(`--keep command wants ${option}`, usageExit);
  return found;
}

async function wayOf(
  folder: string,
  { keep, passphraseFile, sealCommand, openCommand }: KeyOptions,
): Promise<SealBy | { readonly kept: "file" }> {
  if (keep === "passphrase") {
    const passphrase = await newPassphrase(folder, passphraseFile);
    if ([...passphrase].length < fewestCharacters)
      throw new CommandFailure(
        `the passphrase wants ${fewestCharacters} characters or more; nothing was changed`,
        usageExit,
      );
    return { kept: "passphrase", passphrase };
  }
  if (keep === "command") {
    const [seal, open] = [
      words(sealCommand, "--seal-command"),
      words(openCommand, "--open-command"),
    ];
    return { kept: "command", seal, open };
  }
  return { kept: keep === "system" ? "system" : "file" };
}

/** Asks for the passphrase of a branch's key, where it is kept by one, no file is named and somebody is there. */
export async function askForBranchKey(folder: string): Promise<void> {
  const { keptBy, passphraseFileVariable, typePassphrase } =
    await import("@edgeward/branch-node/node/branch-key.ts");
  if (keptBy(folder) !== "passphrase" || !process.stdin.isTTY) return;
  if ((process.env[passphraseFileVariable] ?? "") !== "") return;
  typePassphrase(await askHidden("Passphrase of this branch: "));
}

async function changeKey(folder: string, options: KeyOptions): Promise<void> {
  const { keepKey } = await import("@edgeward/branch-node/node/branch-key.ts");
  await askForBranchKey(folder);
  const way = await wayOf(folder, options);
  keepKey(folder, way);
}

async function branchKey(options: KeyOptions, terminal: Terminal): Promise<void> {
  const folder = join(dataFolder(), "branch");
  const { keptBy, keyMark } = await import("@edgeward/branch-node/node/branch-key.ts");
  try {
    if (!existsSync(folder) || keptBy(folder) === null)
      throw new CommandFailure(`${folder} holds no branch; enrol it first: edgeward branch enrol`);
    if (options.keep !== undefined) await changeKey(folder, options);
    const kept = keptBy(folder) ?? "file";
    const mark = options.keep === undefined ? null : keyMark(folder);
    if (options.json === true) {
      terminal.out(jsonLine({ folder, kept_by: kept, ...(mark === null ? {} : { key: mark }) }));
      return;
    }
    terminal.out(`the key of ${folder} is kept by ${kept}: ${meanings[kept]}`);
    if (options.keep !== undefined && kept !== "file")
      terminal.err("copies of the folder from before still hold the key as it was; delete them");
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(messageOf(error));
  }
}

/** `edgeward branch key`. */
export function addBranchKey(branch: Command, terminal: Terminal): void {
  branch
    .command("key")
    .description("say how the key of this branch's folder is kept, or keep it in another way")
    .addOption(new Option("--keep <way>", "by what it is kept from now on").choices(ways))
    .option(
      "--passphrase-file <file>",
      "a file outside the folder whose first line is the passphrase",
    )
    .option("--seal-command <command>", "seals what it gets on its input (program and arguments)")
    .option("--open-command <command>", "opens it again, at every start")
    .option("--json", "answer with one line of JSON")
    .action((options: KeyOptions) => branchKey(options, terminal));
}
