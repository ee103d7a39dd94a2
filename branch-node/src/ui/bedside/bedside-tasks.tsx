import { useQuery } from "@tanstack/react-query";
import { labOrdersContract } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { readAll } from "#ui/desk/data/read-all.ts";
import { LabelsAhead } from "#ui/desk/lab/print-labels.tsx";
import { useDueDoses } from "#ui/desk/medicines/dose-queries.ts";
import { medicineName } from "#ui/desk/medicines/dose-texts.ts";
import { useBranchClock, useNow } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useOpenVisit } from "#ui/desk/vitals/save-vitals.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { tasksNow, type BedsideTask } from "./tasks-now.ts";

const renewMs = 60_000;

interface TasksProps {
  readonly patientId: string;
}

function useOrdersOf(patientId: string) {
  const client = useClient();
  const mayRead = useMay("lab_orders", "read");
  return useQuery({
    queryKey: [...queryKeys.labOrders, "bedside", patientId],
    enabled: mayRead,
    refetchInterval: renewMs,
    queryFn: ({ signal }) =>
      readAll(async (page) => {
        const query = { ...page, patient_id: patientId, open: "true" } as const;
        return (await client.call(labOrdersContract.list, { query }, { signal })).body;
      }),
  });
}

function useTasks(patientId: string) {
  const doses = useDueDoses(patientId);
  const orders = useOrdersOf(patientId);
  const visit = useOpenVisit(patientId);
  const now = useNow(renewMs);
  const known = {
    doses: doses.data ?? [],
    orders: orders.data ?? [],
    visit: visit.data ?? null,
  };
  const isRead = [doses, orders, visit].every(({ isLoading }) => !isLoading);
  return {
    tasks: isRead ? tasksNow(known, now) : null,
    error: doses.error ?? orders.error ?? visit.error,
  };
}

function useTaskText(): (task: BedsideTask) => string {
  const say = useSay();
  const clock = useBranchClock();
  return (task) => {
    switch (task.kind) {
      case "dose": {
        const { dose } = task;
        const time = dose.due_at === null ? "" : clock.time(dose.due_at);
        return say("bedside.taskDose", { name: medicineName(dose), time });
      }
      case "specimen": {
        const name = task.order.tests.map((test) => test.name).join(", ");
        return say("bedside.taskSpecimen", { name });
      }
      case "vitals":
        return task.lastAt === null
          ? say("bedside.taskVitals")
          : say("bedside.taskVitalsAgain", { time: clock.time(task.lastAt) });
    }
  };
}

/** What is to be done, as a sentence: it runs in the direction of its language, also where it begins with a medicine's name. */
export function TaskLine({ text, isLate }: { readonly text: string; readonly isLate: boolean }) {
  const say = useSay();
  return (
    <span>
      {text} {isLate ? <Badge tone="danger">{say("bedside.taskFirst")}</Badge> : null}
    </span>
  );
}

function keyOf(task: BedsideTask): string {
  if (task.kind === "vitals") return task.kind;
  if (task.kind === "specimen") return task.order.id;
  return `${task.dose.prescribed_item_id}/${task.dose.due_at ?? ""}`;
}

/** What is to be done now for who lies there, in one list: what is late or urgent first. */
export function BedsideTasks({ patientId }: TasksProps) {
  const say = useSay();
  const { tasks, error } = useTasks(patientId);
  const textOf = useTaskText();
  if (error !== null) return <FaultNotice error={error} />;
  if (tasks === null) return null;
  return (
    <section className="doses" aria-label={say("bedside.tasks")} data-testid={testNames.tasks}>
      <h3>{say("bedside.tasks")}</h3>
      {tasks.length === 0 ? <p className="muted">{say("bedside.noTasks")}</p> : null}
      <ul className="dose-list">
        {tasks.map((task) => (
          <li className="dose" key={keyOf(task)} data-testid={testNames.task}>
            <TaskLine text={textOf(task)} isLate={task.isLate} />
            {task.kind === "specimen" ? <LabelsAhead order={task.order} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
