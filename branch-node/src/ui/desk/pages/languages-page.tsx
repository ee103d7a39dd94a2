import { useState, type FormEvent } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  screenLanguages,
  screenSettingsContract,
  type ScreenLanguage,
} from "@edgeward/shared/clinical/screen-settings/screen-settings.contract.ts";
import { useIntent, wasAnswered } from "#ui/desk/data/intent.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient } from "#ui/desk/session/session-context.tsx";
import { useEscape } from "#ui/desk/shell/side-panel.tsx";
import { languageNames } from "#ui/i18n/language-names.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox, Segments } from "#ui/kit/choices.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";

type Languages = readonly ScreenLanguage[];

function useScreenLanguages() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.screenSettings,
    queryFn: async ({ signal }): Promise<Languages> =>
      (await client.call(screenSettingsContract.get, {}, { signal })).body.languages,
  });
}

function useSaveLanguages() {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  const intent = useIntent();
  return useMutation({
    mutationFn: async (languages: Languages) => {
      const request = { body: { languages: [...languages] } };
      await client.call(screenSettingsContract.set, request, {
        idempotencyKey: intent.key(languages),
      });
    },
    onSuccess: (_saved, languages) => {
      intent.finish(languages);
      notify({ text: say("clinic.languagesSaved"), tone: "good" });
    },
    onError: (error, languages) => {
      if (wasAnswered(error)) intent.finish(languages);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.screenSettings }),
  });
}

/** The chosen languages, as they follow each other. */
function InOrder({ languages }: { readonly languages: Languages }) {
  const say = useSay();
  return (
    <aside className="today-aside">
      <Card title={say("clinic.languagesOrder")}>
        <ol className="numbered">
          {languages.map((each) => (
            <li key={each} lang={each}>
              {languageNames[each]}
            </li>
          ))}
        </ol>
      </Card>
    </aside>
  );
}

/** Which languages are chosen, in their order. */
function useChosenLanguages(kept: Languages) {
  const [chosen, setChosen] = useState(kept);
  const save = useSaveLanguages();
  const [first = "en"] = chosen;
  const lead = (value: string) => {
    const found = screenLanguages.find((each) => each === value);
    if (found !== undefined) setChosen([found, ...chosen.filter((each) => each !== found)]);
  };
  const turn = (language: ScreenLanguage, isOn: boolean) => {
    const others = chosen.filter((each) => each !== language);
    setChosen(isOn ? [...others, language] : others);
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!save.isPending) save.mutate(chosen);
  }
  return { chosen, first, lead, turn, submit, error: save.error };
}

function LanguagesForm({ kept }: { readonly kept: Languages }) {
  const say = useSay();
  const { chosen, first, lead, turn, submit, error } = useChosenLanguages(kept);
  return (
    <div className="today-columns">
      <Card>
        <form className="dialog-form" onSubmit={submit}>
          <Segments
            label={say("clinic.firstLanguage")}
            value={first}
            onChange={lead}
            options={screenLanguages.map((value) => ({
              value,
              text: languageNames[value],
              testName: `${testNames.firstLanguage}-${value}`,
            }))}
          />
          {screenLanguages
            .filter((each) => each !== first)
            .map((each) => (
              <Checkbox
                key={each}
                isOn={chosen.includes(each)}
                onChange={(isOn) => turn(each, isOn)}
                testName={`${testNames.alsoLanguage}-${each}`}
              >
                {say("clinic.alsoLanguage", { name: languageNames[each] })}
              </Checkbox>
            ))}
          <FaultNotice error={error} />
          <div className="form-actions">
            <Button look="primary" type="submit" testName={testNames.saveLanguages}>
              {say("clinic.save")}
            </Button>
          </div>
        </form>
      </Card>
      <InOrder languages={chosen} />
    </div>
  );
}

/** Which languages the branch's boards and kiosks speak, and which of them first. */
export function LanguagesPage() {
  const say = useSay();
  const { data, error } = useScreenLanguages();
  useEscape();
  return (
    <section className="page" aria-label={say("clinic.languages")}>
      <PageHead title={say("clinic.languages")} />
      <p className="muted">{say("clinic.aboutLanguages")}</p>
      <FaultNotice error={error} />
      {data === undefined ? (
        <Skeleton label={say("action.loading")} lines={3} />
      ) : (
        <LanguagesForm kept={data} />
      )}
    </section>
  );
}
