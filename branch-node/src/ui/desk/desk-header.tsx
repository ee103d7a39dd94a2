import { Button } from "react-aria-components/Button";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { LanguagePicker } from "./language-picker.tsx";
import { useSessionStore, useSignedIn } from "./session-context.tsx";

/** Where one is, who one is, and the way out. */
export function DeskHeader({ onOpen }: { readonly onOpen: (panel: "devices") => void }) {
  const say = useSay();
  const session = useSessionStore();
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
        <Button
          className="button button-on-dark"
          onPress={() => onOpen("devices")}
          data-testid={testNames.devicesButton}
        >
          {say("devices.open")}
        </Button>
        <LanguagePicker />
        <Button
          className="button button-on-dark"
          onPress={() => void session.signOut()}
          data-testid={testNames.signOut}
        >
          {say("header.signOut")}
        </Button>
      </div>
    </header>
  );
}
