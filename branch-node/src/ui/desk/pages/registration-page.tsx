import { RegistrationForm } from "#ui/desk/registration/registration-form.tsx";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";

/** Registers somebody; opened by its address alone it offers first what was begun before. */
export function RegistrationPage() {
  const { begun, patientSaved, showPatient, leaveRegistration, resume } = useDesk();
  return (
    <section className="page page-usual page-form">
      {begun === null ? <UnfinishedForms onContinue={resume} /> : null}
      <RegistrationForm
        key={begun?.opened ?? 0}
        prefill={begun?.prefill() ?? {}}
        resumed={begun?.resumed ?? null}
        onSaved={patientSaved}
        onUseExisting={showPatient}
        onCancel={leaveRegistration}
      />
    </section>
  );
}
