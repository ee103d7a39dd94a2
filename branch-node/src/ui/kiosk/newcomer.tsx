import { useState, type FormEvent } from "react";
import { useFloorSay, type FloorTextId } from "#ui/i18n/floor-text.ts";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { BigButton } from "./big-button.tsx";
import type { Department } from "#ui/i18n/department-name.ts";
import { Keyboard } from "./keyboard.tsx";
import type { Visit } from "./use-visit.ts";
import type { NewcomerDraft } from "./visit.ts";

const shortestName = 2;

/** The name of who is new: by the keys on the screen, in either script, or by a keyboard. */
export function NameStep({ visit }: { readonly visit: Visit }) {
  const say = useFloorSay();
  const { language } = useLanguage();
  const script = language === "ur" ? "urdu" : "devanagari";
  const [isLatin, setLatin] = useState(language === "en");
  const layout = isLatin ? "latin" : script;
  const { name } = visit.visit;
  const setName = (text: string) => visit.go({ kind: "name" }, { name: text });
  const isWhole = name.trim().length >= shortestName;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWhole) visit.go({ kind: "gender" });
  }
  return (
    <form className="kiosk-entry" onSubmit={submit}>
      <div className="kiosk-question">
        <h1>{say("kiosk.register")}</h1>
        <p className="kiosk-lead">{say("kiosk.registerLead")}</p>
        <label className="kiosk-field">
          <span>{say("kiosk.name")}</span>
          <input
            className="kiosk-input"
            value={name}
            onChange={(event) => setName(event.target.value)}
            inputMode="none"
            autoComplete="off"
            spellCheck={false}
            data-testid={screenNames.kioskName}
          />
        </label>
      </div>
      <Keyboard
        key={layout}
        layout={layout}
        script={script}
        value={name}
        onChange={setName}
        onScript={() => setLatin(!isLatin)}
      />
      <div className="kiosk-ways">
        <BigButton look="quiet" onPress={() => visit.go({ kind: "noMatch" })}>
          {say("kiosk.back")}
        </BigButton>
        <BigButton type="submit" look="primary" isOff={!isWhole} testName={screenNames.kioskNext}>
          {say("kiosk.next")}
        </BigButton>
      </div>
    </form>
  );
}

const genders = ["female", "male", "other"] as const;
const genderTexts: Readonly<Record<NewcomerDraft["gender"], FloorTextId>> = {
  female: "kiosk.female",
  male: "kiosk.male",
  other: "kiosk.other",
};

interface GenderStepProps {
  readonly visit: Visit;
  readonly departments: readonly Department[];
}

/** The gender, which with number, year and name is the least that makes a record. */
export function GenderStep({ visit, departments }: GenderStepProps) {
  const say = useFloorSay();
  const choose = (gender: NewcomerDraft["gender"]) => {
    const newcomer = { name: visit.visit.name.trim(), gender };
    const [only, ...others] = departments;
    if (only !== undefined && others.length === 0) void visit.register(newcomer, only.code);
    else visit.go({ kind: "department", forMatch: null, newcomer, from: { kind: "gender" } });
  };
  return (
    <section className="kiosk-step">
      <h1>{say("kiosk.gender")}</h1>
      <div className="kiosk-choices">
        {genders.map((gender) => (
          <BigButton
            key={gender}
            isOff={visit.isBusy}
            testName={`${screenNames.kioskGender}-${gender}`}
            onPress={() => choose(gender)}
          >
            {say(genderTexts[gender])}
          </BigButton>
        ))}
        <BigButton look="quiet" onPress={() => visit.go({ kind: "name" })}>
          {say("kiosk.back")}
        </BigButton>
      </div>
    </section>
  );
}
