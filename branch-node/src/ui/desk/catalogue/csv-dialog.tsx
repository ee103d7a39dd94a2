import { useState } from "react";
import { fieldFaultText } from "#ui/desk/data/faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { FileDrop } from "#ui/kit/drop-zone.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useTakeItems, type CsvOutcome } from "./catalogue-queries.ts";

interface ChosenRows {
  readonly name: string;
  readonly csv: string;
}

// So many are read on a screen; the file is put right by them, and says the others when it is tried again.
const mostShown = 50;

/** The rows that are not taken, each with why. */
function Rejects({ rejects }: Pick<CsvOutcome, "rejects">) {
  const say = useSay();
  if (rejects.length === 0) return null;
  return (
    <table className="bill-table day-table" data-testid={testNames.csvRejects}>
      <caption className="visually-hidden">{say("catalogue.rejects")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("catalogue.row")}</th>
          <th scope="col" className="day-text">
            {say("catalogue.field")}
          </th>
          <th scope="col" className="day-text">
            {say("catalogue.why")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rejects.slice(0, mostShown).map((one) => (
          <tr key={`${one.row}/${one.field}`}>
            <td>{one.row}</td>
            <td className="day-text">
              <bdi>{one.field}</bdi>
            </td>
            <td className="day-text">
              {fieldFaultText({ path: one.field, code: one.code, message: one.message }, say)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FileChoice({ onRead }: { readonly onRead: (rows: ChosenRows) => void }) {
  const say = useSay();
  const read = async (file: File) => onRead({ name: file.name, csv: await file.text() });
  return (
    <FileDrop label={say("catalogue.choose")} onFile={(file) => void read(file)}>
      {/* The browser's own words beside a file field are in the browser's language. */}
      <label className="button button-small look-file">
        {say("catalogue.choose")}
        <input
          className="visually-hidden"
          type="file"
          accept=".csv,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file again, put right meanwhile, is another choice.
            target.value = "";
            if (file !== undefined) void read(file);
          }}
          data-testid={testNames.csvFile}
        />
      </label>
      <span className="muted">{say("catalogue.columns")}</span>
    </FileDrop>
  );
}

/** What became of the rows of the file, or would become of them. */
function Outcome({ name, outcome }: { readonly name: string; readonly outcome: CsvOutcome }) {
  const say = useSay();
  const { made, changed, unchanged, rejects } = outcome;
  return (
    <>
      <p data-testid={testNames.csvOutcome}>
        <bdi>{name}</bdi>:{" "}
        {say("catalogue.outcome", { made, changed, same: unchanged, wrong: rejects.length })}
      </p>
      <Rejects rejects={rejects} />
    </>
  );
}

/** Items are added and changed by the rows of a file; what would become of them is shown first. */
export function CsvDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const [rows, setRows] = useState<ChosenRows | null>(null);
  const [outcome, setOutcome] = useState<CsvOutcome | null>(null);
  const taking = useTakeItems((answer) => {
    if (answer.is_trial) {
      setOutcome(answer);
      return;
    }
    const { made, changed } = answer;
    notify({ text: say("catalogue.taken", { made, changed }), tone: "good" });
    onClose();
  });
  const choose = (chosen: ChosenRows) => {
    setRows(chosen);
    setOutcome(null);
    taking.mutate({ csv: chosen.csv, isTrial: true });
  };
  const steps = outcome === null ? 0 : outcome.made + outcome.changed;
  return (
    <Dialog
      title={say("catalogue.csvIn")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.csvDialog}
    >
      <div className="dialog-form">
        <FileChoice onRead={choose} />
        {rows === null || outcome === null ? null : <Outcome name={rows.name} outcome={outcome} />}
        <FaultNotice error={taking.error} />
        <div className="form-actions">
          <Button
            look="primary"
            isDisabled={rows === null || steps === 0 || taking.isPending}
            onPress={() => {
              if (rows !== null) taking.mutate({ csv: rows.csv, isTrial: false });
            }}
            testName={testNames.takeCsv}
          >
            {say("catalogue.take", { count: steps })}
          </Button>
          <Button look="quiet" onPress={onClose}>
            {say("action.cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
