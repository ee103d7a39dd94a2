import type { ReactNode } from "react";
import { useSay } from "#ui/i18n/text.ts";

interface DayTableProps {
  readonly titles: readonly string[];
  /** From which column on there are numbers, which stand one below the other. */
  readonly firstAmount: number;
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

/** Lines that are printed whole: what scrolls on a screen alone is left out on paper. */
export function DayTable({ titles, firstAmount, rows, isCut }: DayTableProps) {
  const say = useSay();
  if (rows.length === 0) return <p className="muted">{say("dayEnd.nothing")}</p>;
  return (
    <div className="bill-scroll">
      <table className="bill-table day-table">
        <thead>
          <tr>
            {titles.map((title, nth) => (
              <th key={title} scope="col" className={nth < firstAmount ? "day-text" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, nth) => (
                <td key={titles[nth]} className={nth < firstAmount ? "day-text" : undefined}>
                  {typeof cell === "string" ? <bdi>{cell}</bdi> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut ? <p className="muted">{say("dayEnd.cut", { count: rows.length })}</p> : null}
    </div>
  );
}
