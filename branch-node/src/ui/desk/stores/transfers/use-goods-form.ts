import { useState, type FormEvent } from "react";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import type { ArrivalBody, ArrivalGap } from "./transfer-draft.ts";
import { useReceiveStock } from "./transfer-queries.ts";

interface GoodsFormOptions<Line, Draft> {
  readonly transferId: string;
  readonly lines: readonly Line[];
  /** What stands in a line of which nothing was typed. */
  readonly begun: (line: Line) => Draft;
  readonly gapsOf: (line: Line, draft: Draft) => readonly ArrivalGap[];
  /** What is sent of lines that lack nothing; null where nothing is said, or something else lacks. */
  readonly bodyOf: (drafts: Readonly<Record<string, Draft>>) => ArrivalBody | null;
  /** What is said once it stands. */
  readonly done: TextId;
  readonly onClose: () => void;
}

/** What is said of each line of a transfer: of what has come, or of what is missing. */
export function useGoodsForm<Line extends { readonly id: string }, Draft>(
  options: GoodsFormOptions<Line, Draft>,
) {
  const { transferId, lines, begun, gapsOf, bodyOf, done, onClose } = options;
  const say = useSay();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [isChecked, setChecked] = useState(false);
  const draftOf = (line: Line): Draft => drafts[line.id] ?? begun(line);
  const saving = useReceiveStock(transferId, () => {
    notify({ text: say(done), tone: "good" });
    onClose();
  });
  return {
    lines,
    draftOf,
    isChecked,
    error: saving.error,
    /** What is sent of the lines as they stand. */
    body: bodyOf(drafts),
    write: (line: Line, patch: Partial<Draft>) => {
      // Out of what stands by then: two fields may be written before the form is drawn again.
      setDrafts((now) => ({ ...now, [line.id]: { ...(now[line.id] ?? begun(line)), ...patch } }));
      saving.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      const isWhole = lines.every((line) => gapsOf(line, draftOf(line)).length === 0);
      const body = isWhole ? bodyOf(drafts) : null;
      if (body !== null && !saving.isPending) saving.mutate(body);
    },
  };
}
