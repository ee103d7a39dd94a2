import { Button } from "react-aria-components/Button";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { mayUseCamera } from "#ui/scan/may-use-camera.ts";
import { testNames } from "#ui/test-names.ts";
import { LanguagePicker } from "./language-picker.tsx";
import { useMay } from "./permissions.ts";
import { useSignedIn } from "./session-context.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

interface DeskHeaderProps {
  readonly onOpen: (panel: "camera" | "screens" | "templates" | "devices") => void;
}

interface PanelButtonProps {
  readonly text: TextId;
  readonly testName: string;
  readonly onPress: () => void;
}

function PanelButton({ text, testName, onPress }: PanelButtonProps) {
  const say = useSay();
  return (
    <Button className="button button-on-dark" onPress={onPress} data-testid={testName}>
      {say(text)}
    </Button>
  );
}

function PanelButtons({ onOpen }: DeskHeaderProps) {
  const maySetUp = useMay("devices", "update");
  const mayReadTemplates = useMay("print_templates", "read");
  return (
    <>
      {mayUseCamera() ? (
        <PanelButton
          text="camera.open"
          testName={testNames.cameraButton}
          onPress={() => onOpen("camera")}
        />
      ) : null}
      {maySetUp ? (
        <PanelButton
          text="screens.open"
          testName={testNames.screensButton}
          onPress={() => onOpen("screens")}
        />
      ) : null}
      {mayReadTemplates ? (
        <PanelButton
          text="look.open"
          testName={testNames.templatesButton}
          onPress={() => onOpen("templates")}
        />
      ) : null}
      <PanelButton
        text="devices.open"
        testName={testNames.devicesButton}
        onPress={() => onOpen("devices")}
      />
    </>
  );
}

/** Where one is, who one is, and the way out. */
export function DeskHeader({ onOpen }: DeskHeaderProps) {
  const say = useSay();
  const { staff, branch, tenant } = useSignedIn();
  return (
    <header className="desk-header">
      <div className="brand">
        <span className="brand-mark" aria-hidden="true">
          E
        </span>
        <div>
          <h1>{branch.name}</h1>
          <span>{tenant.name}</span>
        </div>
      </div>
      <div className="header-tools">
        <span className="who">
          <strong>{staff.name}</strong>
          <span>{say("header.desk")}</span>
        </span>
        <PanelButtons onOpen={onOpen} />
        <LanguagePicker />
        <SignOutButton />
      </div>
    </header>
  );
}
