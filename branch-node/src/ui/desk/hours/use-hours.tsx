import { useState, type ReactNode } from "react";
import type { ScheduleException } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import { AddException } from "./add-exception.tsx";
import { ExceptionDialog } from "./exception-dialog.tsx";
import { HoursDrawer } from "./hours-drawer.tsx";

type Opened =
  | { readonly kind: "list" | "add" }
  | { readonly kind: "one"; readonly exception: ScheduleException };

interface Looked {
  readonly day: string;
  readonly doctor: string | undefined;
}

/** What a calendar has of the exceptions of the usual hours: the button that leads to them, and the dialogs over it. */
export function useHours({ day, doctor }: Looked) {
  const say = useSay();
  const mayRead = useMay("schedule_exceptions", "read");
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const open = (exception: ScheduleException) => setOpened({ kind: "one", exception });

  function added(exception: ScheduleException): void {
    if (exception.affected_count > 0) open(exception);
    else close();
  }

  function dialogOf(what: Opened): ReactNode {
    if (what.kind === "one") return <ExceptionDialog exception={what.exception} onClose={close} />;
    if (what.kind === "add")
      return <AddException day={day} doctor={doctor} onAdded={added} onClose={close} />;
    return <HoursDrawer onAdd={() => setOpened({ kind: "add" })} onOpen={open} onClose={close} />;
  }

  return {
    open,
    button: mayRead ? (
      <Button onPress={() => setOpened({ kind: "list" })} testName={testNames.openHours}>
        {say("hours.title")}
      </Button>
    ) : null,
    dialog: opened === null ? null : dialogOf(opened),
  };
}
