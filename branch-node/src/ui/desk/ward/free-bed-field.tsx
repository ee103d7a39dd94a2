import type { Bed } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { testNames } from "#ui/test-names.ts";
import { freeBeds, type WardOfBoard } from "./bed-board.ts";
import { useWardName } from "./use-ward-name.ts";

interface FreeBedFieldProps {
  readonly board: readonly WardOfBoard[];
  readonly value: string;
  readonly onChange: (bedId: string) => void;
  readonly fault: string | undefined;
}

/** One of the board's beds, by its id. */
export function bedOn(board: readonly WardOfBoard[], id: string): Bed | undefined {
  return board.flatMap(({ beds }) => beds).find((bed) => bed.id === id);
}

/** Whether somebody can be put into a bed now. */
export function isFree(board: readonly WardOfBoard[], id: string): boolean {
  return bedOn(freeBeds(board), id) !== undefined;
}

/** A choice among the beds that are free. */
export function FreeBedField({ board, value, onChange, fault }: FreeBedFieldProps) {
  const say = useSay();
  const wardName = useWardName();
  const options = freeBeds(board).flatMap(({ ward, beds }) =>
    beds.map((bed) => ({
      value: bed.id,
      text: `${wardName(ward)} · ${bed.code}`,
      more: say(`bedClass.${bed.bed_class}`),
    })),
  );
  return (
    <ChoiceField
      label={say("bed.bed")}
      value={value}
      onChange={onChange}
      empty={say(options.length === 0 ? "bed.noneFree" : "bed.choose")}
      options={options}
      fault={fault}
      isRequired
      testName={testNames.freeBed}
    />
  );
}
