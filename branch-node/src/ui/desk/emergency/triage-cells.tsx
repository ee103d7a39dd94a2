import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { levelLooks, levelOf, timeLeft } from "./triage-list.ts";

/** How urgent somebody is: a number, a word, and the colour of the Manchester scale by its name. */
export function LevelMark({ triage }: { readonly triage: Pick<Triage, "level" | "colour"> }) {
  const say = useSay();
  const { text, tone } = levelLooks[levelOf(triage.level)];
  return (
    <Badge tone={tone} testName={testNames.triageLevel}>
      {`${triage.level} · ${say(text)}`}
    </Badge>
  );
}

/** Until when somebody is to be seen; marked where that time is over. */
export function TimeLeftMark({ triage }: { readonly triage: Triage }) {
  const say = useSay();
  const now = useNow(10_000);
  const { state, since } = timeLeft(triage.due_at, now);
  const { text, count } = elapsed(since, now);
  const time = say(text, { count });
  if (state === "left") return <span>{say("triage.left", { time })}</span>;
  return (
    <Badge tone="danger" icon="warning" testName={testNames.triageOver}>
      {state === "now" ? say("triage.now") : say("triage.over", { time })}
    </Badge>
  );
}

function pressureOf({ vitals }: Triage): string {
  const { sbp = null, dbp = null } = vitals ?? {};
  return sbp === null || dbp === null ? "" : `${sbp}/${dbp}`;
}

function useMeasured(triage: Triage): readonly string[] {
  const say = useSay();
  const { pulse_bpm: pulse = null, spo2_pct: oxygen = null } = triage.vitals ?? {};
  const { temp_c: heat = null } = triage.vitals ?? {};
  const pressure = pressureOf(triage);
  return [
    pressure === "" ? "" : say("triage.pressure", { value: pressure }),
    pulse === null ? "" : say("triage.pulse", { value: pulse }),
    oxygen === null ? "" : say("triage.oxygen", { value: oxygen }),
    heat === null ? "" : `${heat} °C`,
    triage.pain === null ? "" : say("triage.painOf", { value: triage.pain }),
  ].filter((text) => text !== "");
}

/** Why somebody comes, how they came, and what was measured. */
export function Complaint({ triage }: { readonly triage: Triage }) {
  const say = useSay();
  const measured = useMeasured(triage);
  return (
    <>
      <bdi>{triage.chief_complaint}</bdi>{" "}
      <span className="triage-facts">
        {[say(`arrival.${triage.mode_of_arrival}`), ...measured].map((text) => (
          <span key={text} className="fact">
            {text}
          </span>
        ))}
      </span>{" "}
      {triage.infectious_flag ? <Badge tone="warning">{say("triage.infectious")}</Badge> : null}
      {triage.pregnant === true ? <Badge tone="info">{say("triage.pregnant")}</Badge> : null}
      {triage.mlc ? <Badge tone="info">{say("stay.isMlc")}</Badge> : null}
    </>
  );
}
