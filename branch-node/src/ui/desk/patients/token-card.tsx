import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { tokenText } from "#ui/desk/today/queue.ts";

interface TokenCardProps {
  readonly appointment: Appointment;
  readonly providerName: string | null;
}

/** A queue token, large enough to be read across the desk. */
export function TokenCard({ appointment, providerName }: TokenCardProps) {
  const say = useSay();
  return (
    <output className="token-card">
      <span className="token-label">{say("token.label")}</span>
      <strong className="token-code" data-testid={testNames.token}>
        {tokenText(appointment)}
      </strong>
      <span className="token-where">
        {providerName === null ? say("token.waiting") : say("token.for", { name: providerName })}
      </span>
    </output>
  );
}
