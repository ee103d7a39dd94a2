import { Fragment } from "react";
import type { enBoard } from "#ui/i18n/floor/en-board.ts";
import { directionOf } from "#ui/i18n/language-names.ts";
import { useSpeech, type Spoken } from "./board-speech.ts";

/** One text in each language of the board, but none twice: a waiting room reads them at once, for nobody there can change the page's. */
export function InEach({ text }: { readonly text: (spoken: Spoken) => string }) {
  const said = useSpeech().map((spoken) => ({ language: spoken.language, text: text(spoken) }));
  const once = said.filter(
    (each, place) => said.findIndex((other) => other.text === each.text) === place,
  );
  return once.map(({ language, text: shown }) => (
    <Fragment key={language}>
      <span
        lang={language}
        dir={directionOf(language)}
        className={language === "hi" ? "words" : undefined}
      >
        {shown}
      </span>{" "}
    </Fragment>
  ));
}

/** A sentence of the board in each of its languages. */
export function Said({
  id,
  count = 0,
}: {
  readonly id: keyof typeof enBoard;
  readonly count?: number;
}) {
  return <InEach text={({ texts }) => texts[id].replace("{count}", String(count))} />;
}
