import { useEffect, useMemo, useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useProviders } from "#ui/desk/data/queries.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { subjectOf } from "#ui/desk/drafts/draft-subject.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { AdmitDialog } from "#ui/desk/ward/admit-dialog.tsx";
import { BedDrawer } from "#ui/desk/ward/bed-drawer.tsx";
import { boardOf } from "#ui/desk/ward/bed-board.ts";
import { BedRequests } from "#ui/desk/ward/bed-requests.tsx";
import { useWardName } from "#ui/desk/ward/use-ward-name.ts";
import { WardCard } from "#ui/desk/ward/ward-card.tsx";
import { useBeds, useWards } from "#ui/desk/ward/ward-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner, Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** The stay about which a form is continued; null where none is. */
function useResumedStay(): string | null {
  const { resumed } = useDesk();
  const subject = resumed === null ? null : subjectOf(resumed);
  return subject?.kind === "move" || subject?.kind === "discharge" ? subject.stayId : null;
}

function useBoard() {
  const stayId = useResumedStay();
  const search = useSearch({ from: "/ward" });
  const go = useNavigate({ from: "/ward" });
  const wards = useWards();
  const beds = useBeds();
  const { data: doctors } = useProviders();
  const whole = useMemo(
    () => boardOf(wards.data ?? [], beds.data ?? [], null),
    [wards.data, beds.data],
  );
  const wardId = search.ward ?? null;
  const liesIn = beds.data?.find(({ occupants }) =>
    occupants.some((each) => each.admission_id === stayId),
  )?.id;
  // Whoever goes on with a form about a stay finds it in its bed.
  useEffect(() => {
    if (liesIn === undefined || search.bed !== undefined) return;
    void go({ search: { ward: search.ward, bed: liesIn }, replace: true });
  }, [go, liesIn, search.ward, search.bed]);
  return {
    whole,
    shown: wardId === null ? whole : whole.filter(({ ward }) => ward.id === wardId),
    wardId,
    open: beds.data?.find(({ id }) => id === search.bed),
    isGone: stayId !== null && beds.data !== undefined && liesIn === undefined,
    isRead: wards.data !== undefined && beds.data !== undefined,
    error: wards.error ?? beds.error,
    nameOf: (id: string) => doctors?.find((each) => each.id === id)?.name ?? "",
    showWard: (id: string) =>
      void go({ search: { ward: id === "" ? undefined : id }, replace: true }),
    showBed: (bed: string | undefined) =>
      void go({ search: { ward: search.ward, bed }, replace: bed === undefined }),
  };
}

type Board = ReturnType<typeof useBoard>;

function WardChoice({ board }: { readonly board: Board }) {
  const say = useSay();
  const wardName = useWardName();
  if (board.whole.length < 2) return null;
  return (
    <ChoiceField
      label={say("ward.ward")}
      value={board.wardId ?? ""}
      onChange={board.showWard}
      empty={say("ward.all")}
      options={board.whole.map(({ ward }) => ({ value: ward.id, text: wardName(ward) }))}
      testName={testNames.wardChoice}
      isBare
    />
  );
}

function Wards({ board }: { readonly board: Board }) {
  const say = useSay();
  if (board.isRead && board.whole.length === 0) return <Card>{say("ward.none")}</Card>;
  return board.shown.map((each) => (
    <WardCard
      key={each.ward.id}
      of={each}
      nameOf={board.nameOf}
      onOpen={({ id }) => board.showBed(id)}
    />
  ));
}

interface OpenedProps {
  readonly board: Board;
  readonly isAdmitting: boolean;
  readonly onLeave: () => void;
}

/** What is open over the board: a bed, or the form of a new stay. */
function Opened({ board, isAdmitting, onLeave }: OpenedProps) {
  const { formLeft } = useDesk();
  const isResumed = useResumed(draftKinds.admission, null) !== null && board.isRead;
  return (
    <>
      {board.open === undefined ? null : (
        <BedDrawer
          key={board.open.id}
          bed={board.open}
          board={board.whole}
          nameOf={board.nameOf}
          onClose={() => {
            board.showBed(undefined);
            formLeft();
          }}
        />
      )}
      {isAdmitting || isResumed ? (
        <AdmitDialog
          board={board.whole}
          onClose={() => {
            onLeave();
            formLeft();
          }}
        />
      ) : null}
    </>
  );
}

/** The wards: which beds are free, who lies in the others, and who waits for one. */
export function WardPage() {
  const say = useSay();
  const board = useBoard();
  const mayAdmit = useMay("admissions", "create");
  const { resume } = useDesk();
  const [isAdmitting, setAdmitting] = useState(false);
  return (
    <section className="page ward" aria-label={say("ward.title")}>
      <PageHead title={say("ward.title")}>
        <WardChoice board={board} />
        {mayAdmit ? (
          <Button
            look="primary"
            icon="add"
            onPress={() => setAdmitting(true)}
            testName={testNames.admit}
          >
            {say("ward.admit")}
          </Button>
        ) : null}
      </PageHead>
      <FaultNotice error={board.error} />
      {board.isRead || board.error !== null ? null : <Skeleton label={say("action.loading")} />}
      {board.isGone && board.open === undefined ? (
        <Banner tone="warning">{say("drafts.noStay")}</Banner>
      ) : null}
      <UnfinishedForms onContinue={resume} />
      <BedRequests board={board.whole} nameOf={board.nameOf} />
      <Wards board={board} />
      <Opened board={board} isAdmitting={isAdmitting} onLeave={() => setAdmitting(false)} />
    </section>
  );
}
