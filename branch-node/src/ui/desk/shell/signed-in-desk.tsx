import { DeskSentences } from "#ui/i18n/desk-sentences.tsx";
import type { SignedIn } from "#ui/wire/auth.ts";
import { ScansProvider } from "#ui/scan/scans.tsx";
import { AccessReasonDialog } from "./access-reason-dialog.tsx";
import { DeskHome } from "./desk-home.tsx";
import { IdleLock } from "./idle-lock.tsx";
import { LiveProvider } from "./live.tsx";
import { SignedInProvider } from "./session-context.tsx";

interface SignedInDeskProps {
  readonly signedIn: SignedIn;
  /** The session has ended, and what was typed waits for its owner. */
  readonly hasEnded: boolean;
}

/** The desk of whoever has signed in: its pages, the branch's news and its scanners. */
export function SignedInDesk({ signedIn, hasEnded }: SignedInDeskProps) {
  return (
    <DeskSentences>
      <SignedInProvider value={signedIn}>
        <ScansProvider>
          <LiveProvider isPaused={hasEnded}>
            <IdleLock />
            <DeskHome />
            <AccessReasonDialog />
          </LiveProvider>
        </ScansProvider>
      </SignedInProvider>
    </DeskSentences>
  );
}
