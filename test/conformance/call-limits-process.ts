// Calls in the name of one program as often as it can until it is refused, as one of several processes of a hub, and says how
// many went through.
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import { sharedCallCount } from "@edgeward/hub/tenancy/shared-call-count.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";

const [url = "", instance = "", key = "", burst = "", perMinute = "", ms = ""] =
  process.argv.slice(2);
const store = openPostgresStore({ url, size: 4, instance });
// Where a busy database does not answer in time, a process lets a call through by its own count.
let late = 0;
const warn = () => {
  late += 1;
};
const count = sharedCallCount({ store, now: Date.now, log: { warn } });
const rule = { burst: Number(burst), perMinute: Number(perMinute) };

let taken = 0;
let refused = 0;

// How long it goes on at most until something was refused: a busy machine takes long to use up what may come at once.
const longestMs = 30_000;

async function callUntil(endsAt: number): Promise<void> {
  const isOver = (now: number) => now >= endsAt && (refused > 0 || now >= endsAt + longestMs);
  while (!isOver(performance.now())) {
    try {
      await count.take(key, rule);
      taken += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused += 1;
    }
  }
}

// Connected before the time begins.
await count.take("warm", { burst: 1_000_000, perMinute: 1_000_000 });
process.send?.("ready");
process.once("message", () => {
  void (async () => {
    const began = Date.now();
    const endsAt = performance.now() + Number(ms);
    await Promise.all(Array.from({ length: 4 }, () => callUntil(endsAt)));
    process.send?.({ taken, refused, late, began, ended: Date.now() });
    await store.close();
    process.disconnect();
  })();
});
