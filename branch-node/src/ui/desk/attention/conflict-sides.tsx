import { useIntl } from "react-intl";
import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { placeText, valueText, type PageTexts } from "./conflict-values.ts";
import { PatientLink } from "./patient-link.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useConflict, usePatient } from "#ui/desk/data/queries.ts";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";

/** How this page says values. */
export function useTexts(): PageTexts {
  const say = useSay();
  const clock = useBranchClock();
  const { formatDisplayName } = useIntl();
  return {
    say,
    moment: (iso) => `${clock.day(iso)} ${clock.time(iso)}`,
    country: (code) =>
      /^[A-Z]{2}$/u.test(code) ? (formatDisplayName(code, { type: "region" }) ?? code) : code,
  };
}

interface SideProps {
  readonly title: string;
  readonly field: string;
  readonly side: Conflict["kept"];
  readonly nodeId: string;
}

function Side({ title, field, side, nodeId }: SideProps) {
  const texts = useTexts();
  const place = placeText(side.node_id, nodeId, texts.say);
  const when = side.at === null ? "" : texts.moment(side.at);
  return (
    <div className="conflict-side">
      <dt>{title}</dt>
      <dd>
        <strong>
          <bdi>{valueText(field, side.value, texts)}</bdi>
        </strong>
        {[side.actor_name ?? "", place, when]
          .filter((part) => part !== "")
          .map((part) => (
            <span className="advice" key={part}>
              {part}
            </span>
          ))}
      </dd>
    </div>
  );
}

function OtherHolder({ conflictId }: { readonly conflictId: string }) {
  const say = useSay();
  const { data } = useConflict(conflictId);
  const id = data?.other_entity_id ?? null;
  if (id === null) return null;
  return (
    <p>
      {say("conflict.alsoHeldBy")} <PatientLink id={id} />
    </p>
  );
}

function Person({ id }: { readonly id: string }) {
  const { data } = usePatient(id);
  if (data === undefined) return null;
  return (
    <li className="conflict-side">
      <PatientLink id={id} />
      <PatientFacts patient={data} />
    </li>
  );
}

/** Two records that are probably of one person, each with what tells people apart. */
function Alike({ conflict }: { readonly conflict: Conflict }) {
  const say = useSay();
  const { entity_id: id, kept } = conflict;
  const ids = [...(typeof kept.value === "string" ? [kept.value] : []), id];
  return (
    <>
      <p>{say("conflict.alike")}</p>
      <ul className="conflict-sides">
        {ids.map((each) => (
          <Person key={each} id={each} />
        ))}
      </ul>
    </>
  );
}

interface SidesProps {
  readonly conflict: Conflict;
  /** This branch's node, whose values are "here". */
  readonly nodeId: string;
}

/** Both values side by side, each with who made it, where and when. */
export function ConflictSides({ conflict, nodeId }: SidesProps) {
  const texts = useTexts();
  const { say, moment } = texts;
  const { field, kept, other, base_at: baseAt } = conflict;
  if (conflict.kind === "alike") return <Alike conflict={conflict} />;
  if (conflict.kind === "duplicate") {
    return (
      <>
        <p>
          {say(field === "slot_time" ? "conflict.duplicateTime" : "conflict.duplicate", {
            value: valueText(field, kept.value, texts),
          })}
        </p>
        <OtherHolder conflictId={conflict.id} />
      </>
    );
  }
  return (
    <>
      {conflict.entity === "conflicts" ? <p>{say("conflict.twoDecisions")}</p> : null}
      <dl className="conflict-sides">
        <Side title={say("conflict.kept")} field={field} side={kept} nodeId={nodeId} />
        <Side title={say("conflict.other")} field={field} side={other} nodeId={nodeId} />
      </dl>
      {baseAt === null ? null : (
        <p className="advice">{say("conflict.base", { when: moment(baseAt) })}</p>
      )}
    </>
  );
}
