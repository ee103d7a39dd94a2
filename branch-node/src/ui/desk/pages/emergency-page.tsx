import { useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { emergencyParts, partOf } from "#ui/desk/emergency/triage-list.ts";
import { ContinuedRetriage } from "#ui/desk/emergency/retriage-dialog.tsx";
import { TriageDialog } from "#ui/desk/emergency/triage-dialog.tsx";
import { useOpenTriage, useUntriaged } from "#ui/desk/emergency/triage-queries.ts";
import { TriageTable } from "#ui/desk/emergency/triage-table.tsx";
import { Untriaged } from "#ui/desk/emergency/untriaged.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";

function NewEmergency() {
  const say = useSay();
  const mayOpen = useMay("encounters", "create");
  const mayTriage = useMay("triage", "create");
  const { formLeft, resumed } = useDesk();
  const isResumed = resumed?.kind === draftKinds.triage;
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    formLeft();
  };
  if (!mayOpen || !mayTriage) return null;
  return (
    <>
      <Button
        look="primary"
        icon="add"
        onPress={() => setOpen(true)}
        testName={testNames.newEmergency}
      >
        {say("emergency.new")}
      </Button>
      {isOpen || isResumed ? <TriageDialog visit={null} onClose={close} /> : null}
    </>
  );
}

/** The emergency: who is to be seen until when, who is treated, and who has just come. */
export function EmergencyPage() {
  const say = useSay();
  const search = useSearch({ from: "/emergency" });
  const go = useNavigate({ from: "/emergency" });
  const { data, error, isPending } = useOpenTriage();
  // Who has just come stands above the others: a list that was there before would move away under the pointer.
  const isReading = useUntriaged().isPending || isPending;
  const { resume } = useDesk();
  const part = search.part ?? "waiting";
  const all = data ?? [];
  return (
    <section className="page ward" aria-label={say("emergency.title")}>
      <PageHead title={say("emergency.title")}>
        <NewEmergency />
      </PageHead>
      <FaultNotice error={error} />
      <Untriaged />
      <UnfinishedForms onContinue={resume} />
      <ContinuedRetriage />
      <Card isFlush testName={testNames.emergencyList}>
        <Tabs
          label={say("emergency.title")}
          items={emergencyParts.map((id) => ({
            id,
            text: say(`emergency.${id}`),
            count: partOf(all, id).length,
            testName: `${testNames.emergencyPart}-${id}`,
          }))}
          chosen={part}
          onChoose={(id) =>
            void go({ search: { part: emergencyParts.find((one) => one === id) }, replace: true })
          }
        >
          <TriageTable
            part={part}
            rows={isReading ? [] : partOf(all, part)}
            isReading={isReading}
          />
        </Tabs>
      </Card>
    </section>
  );
}
