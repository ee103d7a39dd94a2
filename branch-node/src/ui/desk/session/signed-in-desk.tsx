import type { ReactNode } from "react";
import { DeskSentences } from "#ui/i18n/desk-sentences.tsx";
import { PresentDay } from "#ui/kit/date-field.tsx";
import type { SignedIn } from "#ui/wire/auth.ts";
import { ScansProvider } from "#ui/scan/scans.tsx";
import { AccessReasonDialog } from "./access-reason-dialog.tsx";
import { DeskHome } from "#ui/desk/shell/desk-home.tsx";
import { IdleLock } from "./idle-lock.tsx";
import { LiveProvider } from "#ui/desk/shell/live.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { SignedInProvider } from "./session-context.tsx";
// The first page is light: what only the desk behind it wears comes with the desk.
import "#ui/style/shell.css";
import "#ui/style/patient.css";
import "#ui/style/calendar.css";
import "#ui/style/care.css";
import "#ui/style/cash.css";
import "#ui/style/goods.css";
import "#ui/style/printing.css";
import "#ui/style/scan.css";

interface SignedInDeskProps {
  readonly signedIn: SignedIn;
  /** The session has ended, and what was typed waits for its owner. */
  readonly hasEnded: boolean;
}

function BranchDay({ children }: { readonly children: ReactNode }) {
  return <PresentDay value={useToday()}>{children}</PresentDay>;
}

/** The desk of whoever has signed in: its pages, the branch's news and its scanners. */
export function SignedInDesk({ signedIn, hasEnded }: SignedInDeskProps) {
  return (
    <DeskSentences>
      <SignedInProvider value={signedIn}>
        <ScansProvider>
          <LiveProvider isPaused={hasEnded}>
            <IdleLock />
            <BranchDay>
              <DeskHome />
            </BranchDay>
            <AccessReasonDialog />
          </LiveProvider>
        </ScansProvider>
      </SignedInProvider>
    </DeskSentences>
  );
}
