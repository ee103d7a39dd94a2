import {
  countFaultsIn,
  type CountFault,
} from "@edgeward/shared/clinical/stock/count-faults.contract.ts";
import type { QuarantinedOperation } from "@edgeward/shared/sync/wire/operations.contract.ts";
import { useItem } from "#ui/desk/stock/item-queries.ts";
import { usePlaceName } from "#ui/desk/stock/place-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";

/** The lines of a count that were not of what is there, as far as an operation that was refused is a count. */
export function countFaultsOf({
  details,
}: Pick<QuarantinedOperation, "details">): readonly CountFault[] {
  return countFaultsIn(details?.fields ?? []);
}

function Line({ fault }: { readonly fault: CountFault }) {
  const name = useItem(fault.item_id)?.name;
  const placeOf = usePlaceName();
  return (
    <tr>
      <td>
        <bdi>{name ?? "–"}</bdi>
        <span className="advice">
          <bdi>{fault.batch_no}</bdi>
          {" · "}
          <bdi>{placeOf(fault.location_id)}</bdi>
        </span>
      </td>
      <td>{fault.counted}</td>
      <td>{fault.book_quantity}</td>
      <td>{fault.on_record}</td>
    </tr>
  );
}

/** Which lines of a count were not of what is there: item, batch, what was counted, of how many, and how many there are. */
export function CountFaults({ faults }: { readonly faults: readonly CountFault[] }) {
  const say = useSay();
  return (
    <table className="balance-story" data-testid={testNames.countFaults}>
      <caption>{say("countFault.lines")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("countFault.item")}</th>
          <th scope="col">{say("countFault.counted")}</th>
          <th scope="col">{say("countFault.known")}</th>
          <th scope="col">{say("countFault.there")}</th>
        </tr>
      </thead>
      <tbody>
        {faults.map((fault) => (
          <Line key={fault.stock_id} fault={fault} />
        ))}
      </tbody>
    </table>
  );
}
