import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { Document } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useStaffName } from "#ui/desk/visits/staff-name.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useOpenDocument } from "./document-queries.ts";
import { InErrorForm, RenameForm } from "./document-step.tsx";
import { categoryText, sizeText, stateLooks } from "./document-texts.ts";
import { DocumentView } from "./document-view.tsx";
import { DocumentWork } from "./document-work.tsx";

interface CardProps {
  readonly document: Document;
  readonly patient: Patient;
}

/** What it is kept for, from which day, how large, and who has brought it. */
function Facts({ document }: Pick<CardProps, "document">) {
  const say = useSay();
  const clock = useBranchClock();
  const { locale } = useIntl();
  const by = useStaffName(document.created_by);
  const { category, document_date: date, filename, size_bytes: bytes } = document;
  const facts = [
    categoryText(category, say),
    // A day is the same at every branch: its middle is within it.
    date === null ? "" : say("document.of", { day: clock.date(`${date}T12:00:00.000Z`) }),
    filename.split(".").at(-1)?.toUpperCase() ?? "",
    sizeText(bytes, locale),
    by ?? "",
  ];
  return (
    <p>
      {facts
        .filter((fact) => fact !== "")
        .map((fact) => (
          <span key={fact} className="fact">
            <bdi>{fact}</bdi>
          </span>
        ))}
    </p>
  );
}

type Doing = "rename" | "in_error" | null;

interface ActionsProps extends CardProps {
  readonly onDone: () => void;
}

interface ButtonsProps {
  readonly about: string;
  readonly hasLeft: boolean;
  readonly onReplace: () => void;
  readonly onDo: (doing: Doing) => void;
}

function ChangeButtons({ about, hasLeft, onReplace, onDo }: ButtonsProps) {
  const say = useSay();
  return (
    <>
      <Button
        isSmall
        look="quiet"
        about={about}
        onPress={onReplace}
        takesFocus={hasLeft}
        testName={testNames.replaceDocument}
      >
        {say("document.replace")}
      </Button>
      <Button
        isSmall
        look="quiet"
        about={about}
        onPress={() => onDo("rename")}
        testName={testNames.renameDocument}
      >
        {say("document.rename")}
      </Button>
      <Button
        isSmall
        look="quiet"
        about={about}
        onPress={() => onDo("in_error")}
        testName={testNames.documentInError}
      >
        {say("document.inError")}
      </Button>
    </>
  );
}

/** What is done with it: opened by whoever sees it, changed by whoever may while it is available. */
function Actions({ document, patient, onDone }: ActionsProps) {
  const say = useSay();
  const [doing, setDoing] = useState<Doing>(null);
  const [shown, setShown] = useState<Document | null>(null);
  const opening = useOpenDocument(setShown);
  const mayChange = useMay("documents", "update") && patient.merged_into_id === null;
  const isOpenToChange = mayChange && document.status === "available";
  const done = () => {
    setDoing(null);
    onDone();
  };
  if (doing === "rename") return <RenameForm document={document} onDone={done} onLeave={done} />;
  if (doing === "in_error") return <InErrorForm document={document} onDone={done} onLeave={done} />;
  const open = (
    <Button
      isSmall
      about={document.title}
      onPress={() => opening.mutate(document.id)}
      testName={testNames.openDocument}
    >
      {say("document.open")}
    </Button>
  );
  return (
    <>
      {isOpenToChange ? (
        <DocumentWork patient={patient} replaced={document} onReplaced={onDone}>
          {(begin, hasLeft) => (
            <div className="form-actions">
              {open}
              <ChangeButtons
                about={document.title}
                hasLeft={hasLeft}
                onReplace={begin}
                onDo={setDoing}
              />
            </div>
          )}
        </DocumentWork>
      ) : (
        <div className="form-actions">{open}</div>
      )}
      <FaultNotice error={opening.error} />
      {shown === null ? null : <DocumentView document={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** One document: what it is, from when, who has brought it, how it stands, and what is done with it. */
export function DocumentCard({ document, patient }: CardProps) {
  const say = useSay();
  const clock = useBranchClock();
  const card = useRef<HTMLLIElement>(null);
  const { text, tone } = stateLooks[document.status];
  const since = document.created_at;
  return (
    <li ref={card} className="rx-card" tabIndex={-1} data-testid={testNames.documentCard}>
      <div className="rx-head">
        <strong>
          <bdi>{document.title}</bdi>
        </strong>
        {document.status === "available" ? null : <Badge tone={tone}>{say(text)}</Badge>}
        {document.confidential ? (
          <Badge tone="warning">{say("document.confidential")}</Badge>
        ) : null}
        <span className="muted">
          {clock.date(since)} {clock.time(since)}
        </span>
      </div>
      <Facts document={document} />
      <Actions document={document} patient={patient} onDone={() => card.current?.focus()} />
    </li>
  );
}
