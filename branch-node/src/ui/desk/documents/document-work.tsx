import { useState, type ReactNode } from "react";
import type { Document } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { WriteDocument } from "./write-document.tsx";

interface DocumentWorkProps {
  readonly patient: Patient;
  /** The document whose place another one takes; null for one beside the others. */
  readonly replaced: Document | null;
  readonly onReplaced?: () => void;
  /** What stands there until somebody begins. @param hasLeft whether the focus was in the form and needs a place */
  readonly children: (begin: () => void, hasLeft: boolean) => ReactNode;
}

/** The form of a document, once somebody has begun it here or goes on with what they began before. */
export function DocumentWork({ patient, replaced, onReplaced, children }: DocumentWorkProps) {
  const [writing, setWriting] = useState<{ readonly resumed: Draft | null } | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    setWriting(null);
  };
  return (
    <DraftOffer
      entityId={replaced?.id ?? patient.id}
      kind={draftKinds.document}
      resumed={writing?.resumed ?? null}
      onContinue={(resumed) => setWriting({ resumed })}
    >
      {writing === null ? (
        children(() => setWriting({ resumed: null }), hasLeft)
      ) : (
        <WriteDocument
          patient={patient}
          replaced={replaced}
          resumed={writing.resumed}
          onSaved={() => {
            leave();
            onReplaced?.();
          }}
          onLeave={leave}
        />
      )}
    </DraftOffer>
  );
}
