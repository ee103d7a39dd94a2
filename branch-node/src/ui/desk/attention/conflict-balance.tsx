import { useIntl, type IntlShape } from "react-intl";
import type {
  BalanceStory,
  Conflict,
} from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { amountText, ledgerText } from "./balance-texts.ts";
import { placeText } from "./conflict-values.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useConflict } from "#ui/desk/data/queries.ts";

interface FactProps {
  readonly fact: BalanceStory["facts"][number];
  readonly story: BalanceStory;
  readonly nodeId: string;
  readonly intl: IntlShape;
}

function Fact({ fact, story, nodeId, intl }: FactProps) {
  const say = useSay();
  const clock = useBranchClock();
  const place = placeText(fact.node_id, nodeId, say);
  return (
    <tr className={fact.is_cause ? "balance-cause" : ""}>
      <td>
        {clock.day(fact.at)} {clock.time(fact.at)}
        <span className="advice">
          {[place, fact.actor_name ?? ""].filter((part) => part !== "").join(" · ")}
        </span>
      </td>
      <td>{amountText(fact.amount, story, intl, "always")}</td>
      <td>{amountText(fact.balance_after, story, intl, "auto")}</td>
    </tr>
  );
}

function Story({ story, nodeId }: { readonly story: BalanceStory; readonly nodeId: string }) {
  const say = useSay();
  const intl = useIntl();
  return (
    <>
      <p>
        {say("balance.now", {
          item: ledgerText(story),
          amount: amountText(story.sum, story, intl, "auto"),
        })}
      </p>
      {story.earlier === 0 ? null : (
        <p className="advice">{say("balance.earlier", { count: story.earlier })}</p>
      )}
      <table className="balance-story">
        <caption>{say("balance.story")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("balance.when")}</th>
            <th scope="col">{say("balance.moved")}</th>
            <th scope="col">{say("balance.left")}</th>
          </tr>
        </thead>
        <tbody>
          {story.facts.map((fact) => (
            <Fact key={fact.id} fact={fact} story={story} nodeId={nodeId} intl={intl} />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface BalanceProps {
  readonly conflict: Conflict;
  readonly nodeId: string;
}

/** What happened to a balance that went below nothing, in plain words, and what can be done about it. */
export function ConflictBalance({ conflict, nodeId }: BalanceProps) {
  const say = useSay();
  const { data, error } = useConflict(conflict.id);
  const isPrescribed = conflict.entity === "dispenses";
  return (
    <div className="balance" data-testid={testNames.balance}>
      <p>{say(isPrescribed ? "balance.prescribedWhat" : "balance.what")}</p>
      {data === undefined && error === null ? (
        <p className="muted">{say("action.loading")}</p>
      ) : null}
      <FaultNotice error={error} />
      {data?.balance === null ? (
        <p>{say("balance.elsewhere", { amount: String(conflict.other.value) })}</p>
      ) : null}
      {data === undefined || data.balance === null ? null : (
        <Story story={data.balance} nodeId={nodeId} />
      )}
      <p className="advice">
        {say(isPrescribed ? "balance.prescribedCorrect" : "balance.correct")}
      </p>
    </div>
  );
}
