import { lazy, Suspense, useState, type Ref } from "react";
import { Button } from "#ui/kit/button.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { mayUseCamera } from "#ui/scan/may-use-camera.ts";
import { testNames } from "#ui/test-names.ts";
import { pagePart } from "#ui/net/page-part.ts";
import type { MovedFromSearch } from "#ui/desk/search/move-found.tsx";
import { PatientSearch } from "#ui/desk/search/patient-search.tsx";
import { NextScanButton } from "#ui/desk/scans/next-scan-button.tsx";
import { useDesk } from "./desk-actions.tsx";
import { useSearchText, type SearchText } from "./search-text.ts";
import { useCommands } from "./use-commands.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { Notifications } from "./notifications.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { UserMenu } from "./user-menu.tsx";

const MoveFound = lazy(async () => ({
  default: (await pagePart(() => import("#ui/desk/search/move-found.tsx"))).MoveFound,
}));

interface TopBarProps {
  readonly text: SearchText;
  readonly onCamera: () => void;
  readonly ref: Ref<HTMLInputElement>;
}

function Tools({ onCamera }: Pick<TopBarProps, "onCamera">) {
  const say = useSay();
  const { scans, register } = useDesk();
  const mayRegister = useMay("patients", "create");
  return (
    <div className="top-tools">
      <NextScanButton text="scan.next" onScan={scans.follow} testName={testNames.nextScan} />
      {mayUseCamera() ? (
        <Button icon="camera" onPress={onCamera} testName={testNames.cameraButton}>
          <span className="tool-text">{say("camera.open")}</span>
        </Button>
      ) : null}
      {mayRegister ? (
        <Button
          look="primary"
          icon="add"
          keys="F2"
          onPress={() => register()}
          testName={testNames.newPatient}
        >
          {say("search.newPatient")}
        </Button>
      ) : null}
    </div>
  );
}

function Search({ text, ref }: Pick<TopBarProps, "text" | "ref">) {
  const { showPatient, editPatient } = useDesk();
  const mayEdit = useMay("patients", "update");
  const mayMove = useMay("appointments", "update");
  const [moved, setMoved] = useState<MovedFromSearch | null>(null);
  return (
    <>
      <PatientSearch
        typed={useSearchText(text)}
        onType={text.write}
        onChoose={showPatient}
        onMove={mayMove ? setMoved : undefined}
        onEdit={mayEdit ? editPatient : undefined}
        commands={useCommands()}
        ref={ref}
      />
      {moved === null ? null : (
        <Suspense fallback={null}>
          <MoveFound {...moved} onClose={() => setMoved(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Where one is, the search, how the branch stands, and who one is. */
export function TopBar({ text, onCamera, ref }: TopBarProps) {
  const { branch } = useSignedIn();
  return (
    <header className="top-bar">
      <div className="brand">
        <span className="brand-mark" aria-hidden="true">
          E
        </span>
        <span className="brand-name">{branch.name}</span>
      </div>
      <Search text={text} ref={ref} />
      <Tools onCamera={onCamera} />
      <StatusStrip />
      <Notifications />
      <UserMenu />
    </header>
  );
}
