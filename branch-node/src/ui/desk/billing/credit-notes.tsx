import { Money } from "#ui/desk/money/money.tsx";
import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useCreditNotes, type CreditNote, type Invoice } from "./bill-queries.ts";

function Entry({ note }: { readonly note: CreditNote }) {
  const say = useSay();
  const clock = useBranchClock();
  const print = usePrintPaper();
  const mayPrint = useMay("print_jobs", "create");
  const { id, credit_note_no: number, reason, created_at: at } = note;
  // Another one beside it is a duplicate.
  const wish = { document_type: "bill", source_id: id, reprint_reason: "asked_at_desk" } as const;
  return (
    <li className="payment-line" data-testid={testNames.creditNoteRow}>
      <span className="payment-what">
        <bdi className="lab-number">{number}</bdi>
        <span className="muted">
          {clock.day(at)} {clock.time(at)}
        </span>
        <bdi className="muted">{reason}</bdi>
      </span>
      <Money minor={note.total_minor} currency={note.currency} />
      {mayPrint ? (
        <span className="entry-actions">
          <Button
            isSmall
            look="quiet"
            icon="print"
            about={number}
            onPress={() => print(wish, `${say("bills.credit")} ${number}`)}
            testName={testNames.printCreditNote}
          >
            {say("bills.creditPrint")}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

/** What was taken back of a bill, where something was, the newest first, each with its paper. */
export function CreditNotes({ invoice }: { readonly invoice: Invoice }) {
  const say = useSay();
  const isAsked = useMay("credit_notes", "read") && invoice.credited_minor !== 0;
  const { data: notes = [] } = useCreditNotes(invoice.id, isAsked);
  if (!isAsked || notes.length === 0) return null;
  return (
    <Card title={say("bills.credited")}>
      <ul className="clearances" aria-label={say("bills.credited")}>
        {notes.map((note) => (
          <Entry key={note.id} note={note} />
        ))}
      </ul>
    </Card>
  );
}
