import type { ReactNode } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import type { DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";

/** What is shown of a record of the lists. */
interface Listed {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** What a form of a record is given. */
interface FormOf<One extends Listed> {
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (saved: One) => void;
  readonly onLeave: () => void;
}

interface KeptRecordProps<One extends Listed> {
  /** Null for a new one, of which somebody may have begun several. */
  readonly record: One | null;
  readonly kind: DraftKind;
  /** Back to the list. */
  readonly onBack: () => void;
  readonly children: (form: FormOf<One>) => ReactNode;
}

/** The form of a record, kept as a draft; a form that was begun is offered first. */
export function KeptRecord<One extends Listed>(props: KeptRecordProps<One>) {
  const { record, kind, onBack, children } = props;
  const say = useSay();
  const { resume, formLeft } = useDesk();
  const entityId = record?.id ?? null;
  const resumed = useResumed(kind, entityId);
  const onLeave = () => {
    formLeft();
    onBack();
  };
  const onSaved = ({ name }: One) => {
    notify({ text: say("clinic.saved", { name }), tone: "good" });
    onLeave();
  };
  return (
    <DraftOffer
      kind={kind}
      entityId={entityId}
      resumed={resumed}
      onContinue={resume}
      isOneOfMany={record === null}
    >
      {children({ resumed, onSaved, onLeave })}
    </DraftOffer>
  );
}

interface RecordPageProps {
  readonly title: string;
  readonly about?: string;
  /** The way to the list. */
  readonly back: {
    readonly text: string;
    readonly onPress: () => void;
    readonly testName: string;
  };
  /** Whether the person may do what the page is for. */
  readonly may: boolean;
  readonly testName: string;
  readonly children: ReactNode;
}

/** The page of one record of a list; who may not write there is told so. */
export function RecordPage({ title, about, back, may, testName, children }: RecordPageProps) {
  const say = useSay();
  return (
    <section className="page ward" aria-label={title} data-testid={testName}>
      <PageHead title={title} {...(about === undefined ? {} : { about })}>
        <Button onPress={back.onPress} testName={back.testName}>
          {back.text}
        </Button>
      </PageHead>
      {may ? children : <p className="muted">{say("fault.forbidden")}</p>}
    </section>
  );
}

interface RecordNowProps<One extends Listed> {
  readonly read: { readonly data: One | undefined; readonly error: Error | null };
  readonly children: (record: One) => ReactNode;
}

/** A record once it has been read, and what is said until then. */
export function RecordNow<One extends Listed>({ read, children }: RecordNowProps<One>) {
  const say = useSay();
  const { data, error } = read;
  return (
    <>
      <FaultNotice error={error} />
      {data === undefined && error === null ? <Skeleton label={say("action.loading")} /> : null}
      {data === undefined ? null : children(data)}
    </>
  );
}
