import { lazy, Suspense, useState } from "react";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { languageNames, languages, type Language } from "#ui/i18n/language-names.ts";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { mayUseCamera } from "#ui/scan/may-use-camera.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { screenNames } from "#ui/test-names-screens.ts";
import { pagePart } from "#ui/net/page-part.ts";
import { BigButton } from "./big-button.tsx";
import type { KioskSetting } from "./kiosk-wire.ts";
import { NumberEntry } from "./number-entry.tsx";
import type { Visit } from "./use-visit.ts";
import { isPhoneWhole, isYearWhole } from "./visit.ts";

const longestPhone = 15;
// The camera's reader weighs more than the page; it comes when it is asked for.
const CameraView = lazy(async () => {
  const { CameraView: view } = await pagePart(() => import("#ui/scan/camera-view.tsx"));
  return { default: view };
});

// Until the branch has said which it offers.
const usual: readonly Language[] = ["en", "hi"];

// A branch that offers none that this page speaks is asked in all of them.
function offeredLanguages(setting: KioskSetting | null): readonly Language[] {
  const wanted = setting?.languages ?? usual;
  const spoken = wanted.flatMap((each) => languages.filter((language) => language === each));
  return spoken.length === 0 ? languages : spoken;
}

/** Everything begins with the language, said in that language. */
export function LanguageStep({
  visit,
  setting,
}: {
  readonly visit: Visit;
  readonly setting: KioskSetting | null;
}) {
  const say = useFloorSay();
  const { choose } = useLanguage();
  const offered = offeredLanguages(setting);
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.welcome", { name: setting?.branch_name ?? "" })}</h1>
      <div className="kiosk-choices">
        {offered.map((each) => (
          <BigButton
            key={each}
            look="primary"
            lang={each}
            testName={`${screenNames.kioskLanguage}-${each}`}
            onPress={() => {
              choose(each);
              visit.go({ kind: "start", isUnknown: false });
            }}
          >
            {languageNames[each]}
          </BigButton>
        ))}
      </div>
    </section>
  );
}

/** How somebody says who they are: by a code, or by telephone and year. */
export function StartStep({ visit }: { readonly visit: Visit }) {
  const say = useFloorSay();
  const [hasCamera, setCamera] = useState(false);
  const { step } = visit.visit;
  const look = (scan: string) => {
    setCamera(false);
    void visit.find({ scan });
  };
  useScans((text) => {
    look(text);
    return true;
  });
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.title")}</h1>
      <p className="kiosk-lead">{say("kiosk.scan")}</p>
      {step.kind === "start" && step.isUnknown ? (
        <p className="kiosk-fault" role="alert" data-testid={screenNames.fault}>
          {say("kiosk.scanUnknown")}
        </p>
      ) : null}
      {hasCamera ? (
        <Suspense>
          <CameraView onCode={look} />
        </Suspense>
      ) : null}
      <div className="kiosk-choices">
        {mayUseCamera() && !hasCamera ? (
          <BigButton onPress={() => setCamera(true)} testName={screenNames.kioskCamera}>
            {say("kiosk.camera")}
          </BigButton>
        ) : null}
        <BigButton
          look="primary"
          testName={screenNames.kioskByPhone}
          onPress={() => visit.go({ kind: "phone" })}
        >
          {say("kiosk.phoneStart")}
        </BigButton>
      </div>
    </section>
  );
}

/** The telephone number. */
export function PhoneStep({ visit }: { readonly visit: Visit }) {
  const say = useFloorSay();
  const { phone } = visit.visit;
  return (
    <NumberEntry
      title={say("kiosk.phone")}
      value={phone}
      longest={longestPhone}
      isWhole={isPhoneWhole(phone)}
      isBusy={visit.isBusy}
      onChange={(value) => visit.go({ kind: "phone" }, { phone: value })}
      onNext={() => visit.go({ kind: "year" })}
      onBack={() => visit.go({ kind: "start", isUnknown: false })}
    />
  );
}

/** The year of birth, with which the number says who it is. */
export function YearStep({ visit }: { readonly visit: Visit }) {
  const say = useFloorSay();
  const { phone, birthYear } = visit.visit;
  const [thisYear] = useState(() => new Date().getFullYear());
  return (
    <NumberEntry
      title={say("kiosk.birthYear")}
      hint={say("kiosk.birthYearHint")}
      value={birthYear}
      longest={4}
      isWhole={isYearWhole(birthYear, thisYear)}
      isBusy={visit.isBusy}
      onChange={(value) => visit.go({ kind: "year" }, { birthYear: value })}
      onNext={() => void visit.find({ phone, birth_year: Number(birthYear) })}
      onBack={() => visit.go({ kind: "phone" })}
    />
  );
}
