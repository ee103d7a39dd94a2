import pg from "pg";

const byServer = new Map<string, Set<string>>();

function serverOf(port: number): Set<string> {
  const name = String(port);
  const known = byServer.get(name) ?? new Set<string>();
  byServer.set(name, known);
  return known;
}

function textIn(question: unknown): string | null {
  if (typeof question === "string") return question;
  const text: unknown =
    typeof question === "object" && question !== null && "text" in question ? question.text : null;
  return typeof text === "string" ? text : null;
}

function isHubs(client: pg.Client): boolean {
  const given: unknown = Reflect.get(client, "connectionParameters");
  const name: unknown =
    typeof given === "object" && given !== null ? Reflect.get(given, "application_name") : null;
  return name === "edgeward-hub";
}

// Of the ways to the database, not of whoever asks.
const ways = /node:|node_modules|\/hub\/src\/db\/|\/test\/support\/asked-of-hub/u;

/** Whether a test itself asks, through a session of the hub that it tests. */
function isTests(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  const frames = new Error().stack?.split("\n").slice(1) ?? [];
  Error.stackTraceLimit = stackTraceLimit;
  const asker = frames.find((frame) => !ways.test(frame));
  return asker?.includes("/test/") === true;
}

let isNoting = false;

/** Notes from now on what the hubs of this process ask of their databases, each text once; not what tests ask through them. */
export function noteAsked(): void {
  if (isNoting) return;
  isNoting = true;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the client that it was called on
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply: (query, client: unknown, questions: unknown[]): unknown => {
      const text = textIn(questions[0]);
      if (text !== null && client instanceof pg.Client && isHubs(client)) {
        const known = serverOf(client.port);
        if (!known.has(text) && !isTests()) known.add(text);
      }
      return Reflect.apply(query, client, questions);
    },
  });
}

/** What has been asked of the database server behind a URL; forgotten with this. */
export function takeAsked(url: string): readonly string[] {
  const { port } = new URL(url);
  const asked = [...serverOf(Number(port))];
  byServer.delete(port);
  return asked;
}
