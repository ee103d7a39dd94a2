import { useState } from "react";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { MonthAndTimes } from "#ui/desk/calendar/free-times.tsx";
import { faultText } from "#ui/desk/data/faults.ts";
import { useProviders } from "#ui/desk/data/queries.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBookEntry, useChangeEntry } from "./waitlist-queries.ts";

interface EntryProps {
  readonly entry: WaitlistEntry;
  /** Who waits. */
  readonly name: string;
}

interface EntryDialogProps extends EntryProps {
  readonly onClose: () => void;
}

/** Gives somebody who waits a free time: one press. */
function BookEntry({ entry, name, onClose }: EntryDialogProps) {
  const say = useSay();
  const clock = useBranchClock();
  const book = useBookEntry(entry.id, () => onClose());
  const doctors = useProviders().data ?? [];
  return (
    <Dialog
      title={say("booking.title")}
      closeLabel={say("action.close")}
      shape="times"
      onClose={onClose}
      testName={testNames.bookEntry}
    >
      <p>
        <strong>{name}</strong>
        {entry.note === null ? null : ` · ${entry.note}`}
      </p>
      <FaultNotice error={book.error} />
      <MonthAndTimes
        texts={{ day: "booking.date", time: "appointment.pressTime" }}
        initialProviderId={entry.provider_id ?? ""}
        initialDay={entry.from_day}
        error={book.error}
        onTake={({ providerId, slotTime }) => {
          if (book.isPending) return;
          const doctor = doctors.find(({ id }) => id === providerId)?.name ?? "";
          const when = `${clock.dayTime(slotTime)} · ${doctor}`;
          book.mutate(
            { provider_id: providerId, slot_time: slotTime },
            {
              onSuccess: () =>
                notify({ text: say("calendar.booked", { name, when }), tone: "good" }),
            },
          );
        }}
      />
    </Dialog>
  );
}

/** Takes somebody off the list, for a reason. */
function RemoveEntry({ entry, name, onClose }: EntryDialogProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const remove = useChangeEntry(entry.id, () => {
    notify({ text: say("waitlist.removedNow", { name }), tone: "good" });
    onClose();
  });
  return (
    <Dialog title={say("waitlist.remove")} closeLabel={say("action.close")} onClose={onClose}>
      <p>
        <strong>{name}</strong>
      </p>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          const why = reason.trim();
          if (remove.isPending) return;
          remove.mutate({ status: "removed", ...(why === "" ? {} : { status_reason: why }) });
        }}
      >
        <LineField
          label={say("appointment.reason")}
          value={reason}
          onChange={setReason}
          takesFocus
          testName={testNames.removeReason}
        />
        <FaultNotice error={remove.error} />
        <FormActions
          action={say("waitlist.remove")}
          testName={testNames.confirmRemove}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}

type Opened = "book" | "remove";

function useActions({ entry, name }: EntryProps, open: (what: Opened) => void) {
  const say = useSay();
  const { showPatient } = useDesk();
  const mayUpdate = useMay("waitlist_entries", "update");
  const isOffered = entry.status === "offered";
  const change = useChangeEntry(entry.id, () =>
    notify({
      text: say(isOffered ? "waitlist.backNow" : "waitlist.offeredNow", { name }),
      tone: "good",
    }),
  );
  const offer = () => {
    if (change.isPending) return;
    change.mutate(
      { status: isOffered ? "waiting" : "offered" },
      { onError: (error) => notify({ text: faultText(error, say), tone: "warning" }) },
    );
  };
  const chart: MenuAction = {
    id: "chart",
    text: say("today.openChart"),
    icon: "person",
    testName: "waiting-chart",
    onAction: () => showPatient(entry.patient_id),
  };
  const changes: readonly MenuAction[] = [
    {
      id: "book",
      text: say("booking.open"),
      icon: "calendar",
      testName: "waiting-book",
      onAction: () => open("book"),
    },
    {
      id: "offer",
      text: say(isOffered ? "waitlist.back" : "waitlist.offer"),
      icon: isOffered ? "undo" : "bell",
      testName: "waiting-offer",
      onAction: offer,
    },
    {
      id: "remove",
      text: say("waitlist.remove"),
      icon: "close",
      testName: "waiting-remove",
      onAction: () => open("remove"),
    },
  ];
  return mayUpdate ? [...changes, chart] : [chart];
}

/** What can be done for somebody who waits: give a time, note that one was offered, take off the list. */
export function WaitingMenu(props: EntryProps) {
  const say = useSay();
  const [opened, setOpened] = useState<Opened | null>(null);
  const actions = useActions(props, setOpened);
  const label = say("appointment.more", { name: props.name });
  const dialog = { ...props, onClose: () => setOpened(null) };
  return (
    <>
      <Menu label={label} groups={[{ actions }]}>
        <IconButton icon="more" label={label} testName={testNames.waitingMenu} />
      </Menu>
      {opened === "book" ? <BookEntry {...dialog} /> : null}
      {opened === "remove" ? <RemoveEntry {...dialog} /> : null}
    </>
  );
}
