import { useState } from "react";
import type { Certificate } from "@edgeward/shared/clinical/certificates/certificates.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { PaperButtons } from "#ui/desk/preview/paper-buttons.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { ByWhom } from "#ui/desk/visits/by-whom.tsx";
import { ReasonForm } from "#ui/desk/ward/reason-form.tsx";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useCancel } from "./certificate-queries.ts";

interface CardProps {
  readonly certificate: Certificate;
  /** Whether it was issued just now: its paper is one key away. */
  readonly isNew: boolean;
}

function CancelDialog({
  certificate: { id, certificate_no: name },
  onClose,
}: Pick<CardProps, "certificate"> & { readonly onClose: () => void }) {
  const say = useSay();
  const cancel = useCancel(id, () => {
    notify({ text: say("letters.cancelledNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(cancel.error, ["status_reason"], say);
  return (
    <Dialog
      title={say("letters.cancelOf", { name })}
      closeLabel={say("action.close")}
      onClose={onClose}
    >
      <ReasonForm
        action={say("letters.cancel")}
        isDanger
        fault={faults.at("status_reason")}
        error={faults.rest}
        onSend={(reason) => {
          if (!cancel.isPending) cancel.mutate(reason);
        }}
        onLeave={onClose}
      />
    </Dialog>
  );
}

function Actions({ certificate, isNew }: CardProps) {
  const say = useSay();
  const { certificate_no: name, certificate_type: type } = certificate;
  const mayCancel = useMay("certificates", "update");
  const [isCancelling, setCancelling] = useState(false);
  if (certificate.status !== "issued") return null;
  return (
    <div className="form-actions">
      <PaperButtons
        title={`${say(`certificateType.${type}`)} ${name}`}
        action={say("preview.print")}
        about={name}
        type="certificate"
        sourceId={certificate.id}
        takesFocus={isNew}
        testName={testNames.printCertificate}
      />
      {mayCancel ? (
        <Button
          isSmall
          look="quiet"
          about={name}
          onPress={() => setCancelling(true)}
          testName={testNames.cancelCertificate}
        >
          {say("letters.cancel")}
        </Button>
      ) : null}
      {isCancelling ? (
        <CancelDialog certificate={certificate} onClose={() => setCancelling(false)} />
      ) : null}
    </div>
  );
}

/** What a certificate says, in lines. */
function linesOf(certificate: Certificate, say: Say, day: (date: string) => string) {
  const { rest_from: from, rest_to: to, fit_from: fit, fit_for: what } = certificate;
  const { referred_to: whom, referred_place: place } = certificate;
  return [
    from === null || to === null ? null : say("letters.restOf", { day: day(from), when: day(to) }),
    fit === null
      ? null
      : [say("letters.fitOf", { day: day(fit) }), what].filter(Boolean).join(", "),
    whom === null ? null : [whom, place].filter(Boolean).join(", "),
    certificate.reason,
    certificate.diagnosis,
    certificate.remarks,
  ].filter((line) => line !== null && line !== "");
}

/** One certificate: what it is, by whom and when, what it says, and what is done with it. */
export function CertificateCard({ certificate, isNew }: CardProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { issued_at: at, status, status_history: steps } = certificate;
  const day = (date: string) => clock.date(`${date}T12:00:00Z`);
  const ended = status === "issued" ? null : (steps.at(-1)?.reason ?? null);
  return (
    <li className="rx-card" data-testid={testNames.certificateCard}>
      <div className="rx-head">
        <strong>{say(`certificateType.${certificate.certificate_type}`)}</strong>
        <span className="lab-number">{certificate.certificate_no}</span>
        {status === "issued" ? null : (
          <Badge tone="neutral">{say(`certificateState.${status}`)}</Badge>
        )}
        <span className="muted">
          <ByWhom id={certificate.doctor_id} at={at} />
        </span>
      </div>
      {linesOf(certificate, say, day).map((line) => (
        <p key={line} className="report-words">
          <bdi>{line}</bdi>
        </p>
      ))}
      {ended === null ? null : (
        <p className="muted">
          {say("appointment.reason")}: <bdi>{ended}</bdi>
        </p>
      )}
      <Actions certificate={certificate} isNew={isNew} />
    </li>
  );
}
