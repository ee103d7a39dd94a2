import { useState, type KeyboardEvent } from "react";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { languageNames } from "#ui/i18n/language-names.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { beginsWord, keyLayouts, typeKey, type Key, type KeyLayout } from "./key-layouts.ts";

interface Place {
  readonly row: number;
  readonly column: number;
}

const arrows: Readonly<Record<string, Place>> = {
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
};

function moved(rows: readonly (readonly Key[])[], from: Place, by: Place): Place {
  const row = Math.min(rows.length - 1, Math.max(0, from.row + by.row));
  const last = (rows[row]?.length ?? 1) - 1;
  return { row, column: Math.min(last, Math.max(0, from.column + by.column)) };
}

/** One key of all can be reached by Tab, the others by the arrow keys. */
function useKeyFocus(rows: readonly (readonly Key[])[]) {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    const by = arrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const keys = event.currentTarget.closest("fieldset");
    const isMirrored = keys !== null && getComputedStyle(keys).direction === "rtl";
    const next = moved(rows, at, isMirrored ? { ...by, column: -by.column } : by);
    setAt(next);
    keys?.querySelector<HTMLElement>(`[data-key="${next.row}-${next.column}"]`)?.focus();
  }
  return { at: moved(rows, at, { row: 0, column: 0 }), setAt, onKeyDown };
}

interface KeyboardProps {
  readonly layout: KeyLayout;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The script that can be changed to from Latin letters, and back. */
  readonly script?: "devanagari" | "urdu";
  /** Changes the script; without it there is only this one. */
  readonly onScript?: () => void;
}

const signs = /^\p{M}/u;

const scriptNames = { devanagari: languageNames.hi, urdu: languageNames.ur } as const;

function useKeyNames({ layout, script = "devanagari" }: KeyboardProps) {
  const say = useFloorSay();
  const other = layout === "latin" ? scriptNames[script] : say("kiosk.keysLatin");
  const shown = ({ kind, text }: Key, isCapital: boolean): string => {
    if (kind === "space") return say("kiosk.space");
    if (kind === "script") return other;
    if (signs.test(text)) return `◌${text}`;
    return isCapital ? text.toUpperCase() : text;
  };
  const label = ({ kind }: Key): string | undefined =>
    kind === "delete" ? say("kiosk.deleteLetter") : undefined;
  return { shown, label, board: say("kiosk.keyboard") };
}

/** The kiosk's own keyboard: a browser that is alone on a screen brings none. */
export function Keyboard(props: KeyboardProps) {
  const { layout, value, onChange, onScript } = props;
  const isName = layout !== "account";
  const rows = keyLayouts[layout].map((row) =>
    row.filter(({ kind }) => kind !== "script" || onScript !== undefined),
  );
  const focus = useKeyFocus(rows);
  const names = useKeyNames(props);
  const press = (key: Key) => {
    if (key.kind === "script") onScript?.();
    else onChange(typeKey(value, key, isName));
  };
  return (
    <fieldset
      className={`keyboard keyboard-${layout}`}
      aria-label={names.board}
      data-testid={screenNames.kioskKeyboard}
    >
      {rows.map((row, rowPlace) => (
        <div className="keyboard-row" key={row.map(({ text }) => text).join("")}>
          {row.map((key, column) => (
            <button
              key={key.text}
              type="button"
              className={`keyboard-key keyboard-${key.kind}`}
              data-key={`${rowPlace}-${column}`}
              tabIndex={focus.at.row === rowPlace && focus.at.column === column ? 0 : -1}
              aria-label={names.label(key)}
              onKeyDown={focus.onKeyDown}
              onFocus={() => focus.setAt({ row: rowPlace, column })}
              onClick={() => press(key)}
            >
              {names.shown(key, isName && beginsWord(value))}
            </button>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
