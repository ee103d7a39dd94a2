import { createContext, useContext, useEffect, useState } from "react";
import { enBoard } from "#ui/i18n/floor/en-board.ts";
import { hiBoard } from "#ui/i18n/floor/hi-board.ts";
import { languages, type Language } from "#ui/i18n/language-names.ts";
import { pagePart } from "#ui/net/page-part.ts";

/** A language that the board speaks, with its sentences. */
export interface Spoken {
  readonly language: Language;
  readonly texts: Readonly<Record<keyof typeof enBoard, string>>;
}

const usual: readonly Spoken[] = [
  { language: "en", texts: enBoard },
  { language: "hi", texts: hiBoard },
];

async function speechOf(language: Language): Promise<Spoken> {
  const known = usual.find((each) => each.language === language);
  if (known !== undefined) return known;
  // Only some halls speak it, so its sentences come when they are wanted.
  const { urBoard } = await pagePart(() => import("#ui/i18n/floor/ur-board.ts"));
  return { language, texts: urBoard };
}

/** The languages that the branch has its boards speak, the first first; English and Hindi where it does not say. */
export function useBoardSpeech(wanted: readonly string[] | null): readonly Spoken[] {
  const [spoken, setSpoken] = useState(usual);
  // The branch sends its list anew with every call.
  const list = wanted?.join(" ") ?? "";
  useEffect(() => {
    let isWanted = true;
    const chosen = list.split(" ").flatMap((each) => languages.filter((known) => known === each));
    const load = chosen.length === 0 ? Promise.resolve(usual) : Promise.all(chosen.map(speechOf));
    void load.then((loaded) => {
      if (isWanted) setSpoken(loaded);
    });
    return () => {
      isWanted = false;
    };
  }, [list]);
  return spoken;
}

const SpeechContext = createContext<readonly Spoken[]>(usual);

/** Gives its children the languages of the board. */
export const SpeechProvider = SpeechContext.Provider;

/** The languages of the board, the first first. */
export function useSpeech(): readonly Spoken[] {
  return useContext(SpeechContext);
}
