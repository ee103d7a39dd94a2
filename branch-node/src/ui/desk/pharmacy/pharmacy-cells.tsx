import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { useBranchClock, useNow } from "#ui/desk/shell/moments.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { nameOf, stateLooks } from "#ui/desk/prescriptions/rx-texts.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { dispenseLooks, type Dispense } from "./pharmacy-list.ts";

/** How far a dispense has come. */
export function DispenseState({ status }: Pick<Dispense, "status">) {
  const say = useSay();
  const { text, tone } = dispenseLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

/** How far a prescription has been filled. */
export function RxState({ status }: Pick<Prescription, "status">) {
  const say = useSay();
  const { text, tone } = stateLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

/** The medicines of a prescription by their names. */
export function RxMedicines({ items }: Pick<Prescription, "items">) {
  return (
    <span>
      {items.map((item) => (
        <span key={item.id} className="fact">
          <bdi>{nameOf(item)}</bdi>
        </span>
      ))}
    </span>
  );
}

/** The medicines that were given out, each once. */
export function GivenMedicines({ lines }: Pick<Dispense, "lines">) {
  const names = [...new Set(lines.map(({ description }) => description))];
  return (
    <span>
      {names.map((name) => (
        <span key={name} className="fact">
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  );
}

const dayMs = 86_400_000;

/** Since when something waits; of an earlier day the day. */
export function Since({ at }: { readonly at: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const now = useNow(30_000);
  if (now - Date.parse(at) > dayMs) return <span>{clock.date(at)}</span>;
  const { text, count } = elapsed(at, now);
  return <span>{say(text, { count })}</span>;
}
