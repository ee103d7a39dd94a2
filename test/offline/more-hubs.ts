import { request } from "node:http";
import { join } from "node:path";
import * as z from "zod";
import { formatUhid, nextUhidBase, parseUhid } from "@edgeward/shared/kernel/uhid.ts";
import { builtProgram } from "#support/built-program.ts";
import type { Product } from "#support/product.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { startChild, type Child } from "../../scripts/demo/children.ts";

/** One more process of a product's hub, which can be asked by itself. */
export interface MoreHub {
  readonly url: string;
  readonly child: Child;
}

const readyShape = z.object({ url: z.string() });

/** Starts one more process of a product's hub, on a port of its own. @param instance its name among them */
export async function startMoreHub(product: Product, instance: string): Promise<MoreHub> {
  const child = await startChild({
    name: `the hub's process ${instance}`,
    file: await builtProgram("hub"),
    env: {
      EDGEWARD_DATA: product.folder,
      EDGEWARD_DEMO: "1",
      EDGEWARD_HUB_PORT: "0",
      EDGEWARD_HUB_INSTANCE: instance,
      EDGEWARD_OPERATOR_TOKEN: product.operatorToken,
      DATABASE_URL: product.databaseUrl,
    },
    logFile: join(product.folder, "log", `${instance}.log`),
    readyWithinMs: 90_000,
  });
  return { url: readyShape.parse(child.ready).url, child };
}

/** What a process answered, to the byte. */
export interface Said {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookie: string;
}

const recordShape = z.record(z.string(), z.unknown());

/** One request. @param from the machine's address that it comes from; all of 127.0.0.0/8 are its own */
export function say(
  url: string,
  {
    method,
    headers,
    body,
    from = "127.0.0.1",
  }: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly from?: string;
  },
): Promise<Said> {
  const { promise, resolve, reject } = Promise.withResolvers<Said>();
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const sent = request(url, {
    method,
    localAddress: from,
    agent: false,
    headers: { ...type, ...headers },
  });
  sent.once("error", reject);
  sent.once("response", (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (piece: string) => (text += piece));
    response.once("end", () => {
      const parsed = recordShape.safeParse(text === "" ? {} : JSON.parse(text));
      const [cookie = ""] = (response.headers["set-cookie"] ?? []).map(
        (given) => given.split(";")[0] ?? "",
      );
      resolve({ status: response.statusCode ?? 0, text, body: parsed.data ?? {}, cookie });
    });
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** The patient numbers of a series from one on, without a gap: a few are left out by their form. */
export function numbersFrom(first: string, length: number): readonly string[] {
  const { branchCode = "", base = 0 } = parseUhid(first) ?? {};
  let last = base - 1;
  return Array.from({ length }, () => {
    last = nextUhidBase(branchCode, last);
    return formatUhid(branchCode, last);
  });
}
