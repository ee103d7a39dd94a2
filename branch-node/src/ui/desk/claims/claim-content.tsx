import { Money, Sums } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { usePayerName } from "#ui/desk/payers/payer-queries.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { DecisionClock, RejectedFor } from "./claim-cells.tsx";
import { isOpen, type PayersClaim } from "./claim-list.ts";

interface ContentProps {
  readonly claim: PayersClaim;
  readonly currency: string;
}

function rowsOf(claim: PayersClaim, say: Say) {
  const said = (
    ["approved_minor", "deducted_minor", "settled_minor", "tds_minor"] as const
  ).flatMap((name) => {
    const minor = claim[name];
    return minor === null ? [] : [{ id: name, text: say(`claims.${name}`), minor }];
  });
  return [
    { id: "share", text: say("claims.share"), minor: claim.payer_share_minor },
    { id: "claimed", text: say("claims.claimed"), minor: claim.claimed_minor, isStrong: true },
    ...said,
  ];
}

function Deductions({ claim, currency }: ContentProps) {
  const say = useSay();
  if (claim.deductions.length === 0) return null;
  return (
    <>
      <h3>{say("claims.deductions")}</h3>
      <ul className="clearances" aria-label={say("claims.deductions")}>
        {claim.deductions.map((one) => (
          <li key={`${one.reason_code} ${one.amount_minor}`} className="clearance-line">
            <span>
              {say(`claimDeduction.${one.reason_code}`)}
              {one.note ? (
                <>
                  {" · "}
                  <bdi>{one.note}</bdi>
                </>
              ) : null}
            </span>
            <span>
              <Money minor={one.amount_minor} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who is asked for what under which policy, what it has decided, and what it has paid. */
export function ClaimContent({ claim, currency }: ContentProps) {
  const say = useSay();
  const payer = usePayerName()(claim.payer_id);
  const { policy, settlement, due_date: due } = claim;
  return (
    <Card title={say("claims.amounts")} aside={<DecisionClock claim={claim} />}>
      <p>
        <bdi>{payer}</bdi> · {say(`claimType.${claim.claim_type}`)}
        <br />
        <span className="muted">
          {say("claims.policy", { policy: policy.policy_no, member: policy.member_id })}
        </span>
        {due === null || !isOpen(claim) ? null : (
          <>
            <br />
            <span className="muted">{say("claims.payBy", { day: writtenDay(due) })}</span>
          </>
        )}
      </p>
      <Sums currency={currency} rows={rowsOf(claim, say)} />
      <Deductions claim={claim} currency={currency} />
      <RejectedFor of={claim} />
      {settlement === null ? null : (
        <p className="muted">
          {say("claims.paidUnder", { utr: settlement.utr, day: writtenDay(settlement.date) })}
        </p>
      )}
    </Card>
  );
}
