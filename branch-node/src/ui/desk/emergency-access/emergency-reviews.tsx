import { useState, type FormEvent } from "react";
import type { EmergencyAccess } from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { PatientLink } from "#ui/desk/attention/patient-link.tsx";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useStaffNameOr } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useReview, useUnreviewedAccesses } from "./emergency-access-queries.ts";

const shortestNote = 3;

function ReviewForm({ id }: Pick<EmergencyAccess, "id">) {
  const say = useSay();
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const review = useReview(id);
  const faults = faultsAtFields(review.error, ["review_note"], say);
  const words = note.trim();
  const isShort = Array.from(words).length < shortestNote;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort && !review.isPending) review.mutate(words);
  };
  return (
    <form className="dialog-form" noValidate onSubmit={submit}>
      <LineField
        label={say("breakGlass.note")}
        value={note}
        onChange={setNote}
        fault={isTried && isShort ? say("breakGlass.needsNote") : faults.at("review_note")}
        isRequired
        testName={testNames.reviewNote}
      />
      <FaultNotice error={faults.rest} />
      <div className="form-actions">
        <Button type="submit" testName={testNames.reviewDone}>
          {say("breakGlass.reviewed")}
        </Button>
      </div>
    </form>
  );
}

function Opening({ opening }: { readonly opening: EmergencyAccess }) {
  const say = useSay();
  const clock = useBranchClock();
  const { id, patient_id: patientId, opened_by: author, created_at: at, cause, reason } = opening;
  const name = useStaffNameOr(author, author);
  const times = { day: clock.day(at), time: clock.time(at), until: clock.time(opening.expires_at) };
  return (
    <li className="print-job" data-testid={testNames.emergencyAccess}>
      <PatientLink id={patientId} />
      <span>{say("breakGlass.by", { name, ...times })}</span>
      <p>
        {say(`emergencyCause.${cause}`)} · <bdi>{reason}</bdi>
      </p>
      <ReviewForm id={id} />
    </li>
  );
}

/** Records that were opened in an emergency: who has opened whose, when and why, for somebody to look at. */
export function EmergencyReviews() {
  const say = useSay();
  const { data: openings = [] } = useUnreviewedAccesses();
  if (openings.length === 0) return null;
  return (
    <Card title={say("attention.emergencies")} testName={testNames.emergencyAccesses}>
      <p className="muted">{say("breakGlass.lead")}</p>
      <ul className="print-jobs">
        {openings.map((opening) => (
          <Opening key={opening.id} opening={opening} />
        ))}
      </ul>
    </Card>
  );
}
