import { useMemo, useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useProviders } from "#ui/desk/data/queries.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
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
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

function useBoard() {
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
  return {
    whole,
    shown: wardId === null ? whole : whole.filter(({ ward }) => ward.id === wardId),
    wardId,
    open: beds.data?.find(({ id }) => id === search.bed),
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

/** The wards: which beds are free, who lies in the others, and who waits for one. */
export function WardPage() {
  const say = useSay();
  const board = useBoard();
  const mayAdmit = useMay("admissions", "create");
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
      <BedRequests board={board.whole} nameOf={board.nameOf} />
      <Wards board={board} />
      {board.open === undefined ? null : (
        <BedDrawer
          key={board.open.id}
          bed={board.open}
          board={board.whole}
          nameOf={board.nameOf}
          onClose={() => board.showBed(undefined)}
        />
      )}
      {isAdmitting ? <AdmitDialog board={board.whole} onClose={() => setAdmitting(false)} /> : null}
    </section>
  );
}
