import type { Bed, BedOccupant } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { genders, type Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { ageText, genderText } from "#ui/desk/patients/patient-facts.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { bedLooks, dayOfStay } from "./bed-board.ts";

// An answer of a newer program may write something else.
function genderOf(text: string): Patient["gender"] {
  return genders.find((known) => known === text) ?? "unknown";
}

function AgeAndGender({ occupant: { dob, gender } }: { readonly occupant: BedOccupant }) {
  const say = useSay();
  const today = useToday();
  const age = ageText({ dob, dob_estimated: false }, today, say);
  return <>{`${age} · ${genderText(genderOf(gender), say)}`}</>;
}

/** Says somebody's age and gender, and what tells them from another of their name. */
export function OccupantFacts({ occupant }: { readonly occupant: BedOccupant }) {
  return (
    <>
      <AgeAndGender occupant={occupant} /> · <bdi>{occupant.uhid}</bdi>
    </>
  );
}

/** Which day of the stay it is; nothing for whom a bed is only kept. */
export function StayDay({ admittedAt }: { readonly admittedAt: string | null }) {
  const say = useSay();
  const today = useToday();
  const { branch } = useSignedIn();
  if (admittedAt === null) return null;
  return <>{say("bed.day", { count: dayOfStay(admittedAt, today, branch.time_zone) })}</>;
}

function Occupant({
  occupant,
  doctor,
}: {
  readonly occupant: BedOccupant;
  readonly doctor: string;
}) {
  return (
    <span className="bed-occupant">
      <bdi className="bed-name">{occupant.patient_name}</bdi>
      <span className="bed-facts">
        <AgeAndGender occupant={occupant} />
        {occupant.admitted_at === null ? "" : " · "}
        <StayDay admittedAt={occupant.admitted_at} />
      </span>
      <span className="bed-facts">
        <bdi>{doctor}</bdi>
      </span>
    </span>
  );
}

/** A bed on the board: its state in colour, picture and word, and who lies in it since when. */
export function BedTile({
  bed,
  nameOf,
}: {
  readonly bed: Bed;
  readonly nameOf: (staffId: string) => string;
}) {
  const say = useSay();
  const { text, tone, icon } = bedLooks[bed.status];
  return (
    <>
      <span className="bed-head">
        <strong>{bed.code}</strong>
        <Badge tone={tone} icon={icon}>
          {say(text)}
        </Badge>
      </span>
      {bed.occupants.map((occupant) => (
        <Occupant
          key={occupant.admission_id}
          occupant={occupant}
          doctor={nameOf(occupant.doctor_id)}
        />
      ))}
      {bed.occupants.length > 0 ? null : (
        <span className="bed-facts">
          {bed.status_reason === null ? (
            say(`bedClass.${bed.bed_class}`)
          ) : (
            <bdi>{bed.status_reason}</bdi>
          )}
        </span>
      )}
    </>
  );
}
