import { useState } from "react";
import { PartDialog } from "#ui/desk/clinic/part-dialog.tsx";
import { PartTable } from "#ui/desk/clinic/part-table.tsx";
import { partTexts } from "#ui/desk/clinic/part-texts.ts";
import { useClinicParts, type PartKind } from "#ui/desk/data/clinic-parts.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useEscape } from "#ui/desk/shell/side-panel.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

function PartsPage({ kind }: { readonly kind: PartKind }) {
  const say = useSay();
  const { data, error } = useClinicParts(kind);
  const [isAdding, setAdding] = useState(false);
  const { title, about, add } = partTexts[kind];
  useEscape();
  return (
    <section className="page" aria-label={say(title)} data-testid={testNames.partsPage}>
      <PageHead title={say(title)}>
        <Button
          look="primary"
          icon="add"
          onPress={() => setAdding(true)}
          testName={testNames.addPart}
        >
          {say(add)}
        </Button>
      </PageHead>
      <p className="muted">{say(about)}</p>
      <FaultNotice error={error} />
      <Card isFlush>
        {data === undefined && error === null ? (
          <Skeleton label={say("action.loading")} lines={5} />
        ) : (
          <PartTable kind={kind} />
        )}
      </Card>
      {isAdding ? <PartDialog kind={kind} part={null} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

/** The departments of the clinic, with a name in each language. */
export function DepartmentsPage() {
  return <PartsPage kind="departments" />;
}

/** The rooms of the branch, by what doctors' hours name. */
export function RoomsPage() {
  return <PartsPage kind="rooms" />;
}

/** The queues of the branch, and what their tokens begin with. */
export function QueuesPage() {
  return <PartsPage kind="queues" />;
}
