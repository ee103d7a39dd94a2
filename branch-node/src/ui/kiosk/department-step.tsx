import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { BigButton } from "./big-button.tsx";
import { useDepartmentName, type Department } from "#ui/i18n/department-name.ts";
import type { Visit } from "./use-visit.ts";

interface DepartmentStepProps {
  readonly visit: Visit;
  readonly departments: readonly Department[];
}

/** Where in the clinic somebody wants to go. */
export function DepartmentStep({ visit, departments }: DepartmentStepProps) {
  const say = useFloorSay();
  const nameOf = useDepartmentName();
  const { step } = visit.visit;
  if (step.kind !== "department") return null;
  const choose = ({ code }: Department) => {
    if (step.forMatch !== null) void visit.checkIn(step.forMatch, code);
    else if (step.newcomer !== null) void visit.register(step.newcomer, code);
  };
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.department")}</h1>
      <div className="kiosk-choices kiosk-many">
        {departments.map((department) => (
          <BigButton
            key={department.code}
            isOff={visit.isBusy}
            onPress={() => choose(department)}
            testName={screenNames.kioskDepartment}
          >
            {nameOf(department)}
          </BigButton>
        ))}
      </div>
      <div className="kiosk-ways">
        <BigButton look="quiet" isOff={visit.isBusy} onPress={() => visit.go(step.from)}>
          {say("kiosk.back")}
        </BigButton>
      </div>
    </section>
  );
}
