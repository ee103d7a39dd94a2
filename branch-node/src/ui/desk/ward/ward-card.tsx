import type { Bed } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { GridList } from "#ui/kit/grid-list.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { bedLooks, countsOf, type WardOfBoard } from "./bed-board.ts";
import { BedTile } from "./bed-tile.tsx";
import { useWardName } from "./use-ward-name.ts";

interface WardCardProps {
  readonly of: WardOfBoard;
  readonly nameOf: (staffId: string) => string;
  readonly onOpen: (bed: Bed) => void;
}

/** A ward with its beds: arrow keys from bed to bed, Enter opens one. */
export function WardCard({ of: { ward, beds }, nameOf, onOpen }: WardCardProps) {
  const say = useSay();
  const name = useWardName()(ward);
  const counts = countsOf(beds).map(([status, count]) => `${count} ${say(bedLooks[status].text)}`);
  return (
    <Card
      isFlush
      title={name}
      aside={<span className="muted">{counts.join(" · ")}</span>}
      testName={testNames.wardCard}
    >
      <GridList
        isTiled
        label={say("ward.bedsOf", { name })}
        items={beds}
        textOf={({ code, occupants: [first], status }) =>
          `${code} ${first?.patient_name ?? say(bedLooks[status].text)}`
        }
        empty={say("ward.noBeds")}
        onOpen={onOpen}
        itemTestName={testNames.bed}
      >
        {(bed) => <BedTile bed={bed} nameOf={nameOf} />}
      </GridList>
    </Card>
  );
}
