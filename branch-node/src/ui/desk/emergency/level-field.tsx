import { useSay } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { testNames } from "#ui/test-names.ts";
import { levelLooks, levels } from "./triage-list.ts";

interface LevelFieldProps {
  /** "" while nobody has chosen one. */
  readonly value: string;
  readonly onChange: (level: string) => void;
  readonly fault: string | undefined;
}

/** A choice of how urgent somebody is. */
export function LevelField({ value, onChange, fault }: LevelFieldProps) {
  const say = useSay();
  return (
    <Segments
      label={say("triage.level")}
      value={value === "" ? null : value}
      onChange={onChange}
      options={levels.map((level) => ({
        value: String(level),
        text: `${level} · ${say(levelLooks[level].text)}`,
        testName: `${testNames.chooseLevel}-${level}`,
      }))}
      isRequired
      fault={fault}
    />
  );
}
