import type { Alert } from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { severityTone } from "./rx-texts.ts";

/** What stands against the medicines of a prescription. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const say = useSay();
  if (alerts.length === 0) return null;
  return (
    <ul className="rx-alerts" aria-label={say("rx.alerts")}>
      {alerts.map((alert) => (
        <li key={`${alert.source} ${alert.pair}`} data-testid={testNames.rxAlert}>
          <Badge tone={severityTone(alert)} icon="warning">
            {say(`severity.${alert.severity}`)}
          </Badge>{" "}
          {say(`alert.${alert.source}`)} <bdi>{alert.pair}</bdi>
          {alert.effect === undefined ? null : <> {say(`effect.${alert.effect}`)}</>}
        </li>
      ))}
    </ul>
  );
}
