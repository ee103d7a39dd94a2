import { useRef, useState } from "react";
import { useEverybody } from "#ui/desk/data/staff-names.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { PatientSearch } from "#ui/desk/search/patient-search.tsx";
import { PatientOfForm } from "#ui/desk/payers/chosen-patient.tsx";
import { NextScanButton } from "#ui/desk/scans/next-scan-button.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useStockedItems } from "#ui/desk/stock/item-queries.ts";
import { rememberShelf, shelvesOf } from "#ui/desk/stock/place-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner, Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { DispenseLine } from "./dispense-line.tsx";
import { useDispenseForm, type DispenseForm, type DispenseFormProps } from "./use-dispense-form.ts";
import { usePackScans } from "./use-pack-scans.ts";

interface FormProps {
  readonly form: DispenseForm;
}

/** From which shelf it is given out; who has seen it, of what nobody gives out alone. */
function Where({ form }: FormProps) {
  const say = useSay();
  const { staff } = useSignedIn();
  const { data: everybody = [] } = useEverybody();
  const witnesses = everybody.filter(({ id, status }) => id !== staff.id && status === "active");
  return (
    <div className="cash-fields">
      <ChoiceField
        label={say("dispense.shelf")}
        value={form.shelf}
        onChange={(shelf) => {
          rememberShelf(shelf);
          form.write({ shelf, lines: form.fields.lines.map((one) => ({ ...one, batch: "" })) });
        }}
        options={shelvesOf(form.places ?? []).map(({ id, name }) => ({ value: id, text: name }))}
        fault={form.faults.at("location_id")}
        testName={testNames.dispenseShelf}
      />
      {form.asksWitness ? (
        <ChoiceField
          label={say("dispense.witness")}
          value={form.fields.witnessId}
          onChange={(witnessId) => form.write({ witnessId })}
          empty={say("rx.choose")}
          options={witnesses.map(({ id, name }) => ({ value: id, text: name }))}
          fault={form.lacksWitness ? say("dispense.needsWitness") : form.faults.at("witness_id")}
          testName={testNames.dispenseWitness}
        />
      ) : null}
    </div>
  );
}

/** Who takes it over the counter: somebody who is known, or nobody in particular. */
function Taker({ form }: FormProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const { patientId } = form.fields;
  const choose = (id: string | null) => {
    setTyped("");
    form.write({ patientId: id });
  };
  if (patientId === null)
    return (
      <div className="book-who">
        <p className="muted">{say("dispense.takerHint")}</p>
        <PatientSearch typed={typed} onType={setTyped} onChoose={choose} ref={box} />
      </div>
    );
  return <PatientOfForm patientId={patientId} onOther={() => choose(null)} />;
}

/** Adds something over the counter. */
function AddItem({ form }: FormProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const items = useStockedItems(typed);
  return (
    <FindField
      label={say("dispense.add")}
      typed={typed}
      onType={setTyped}
      found={items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` }))}
      onChoose={(id) => {
        form.addItem(id);
        setTyped("");
      }}
      empty={say("dispense.noItem")}
      focusTurn={form.fields.lines.length}
      testName={testNames.addLine}
    />
  );
}

function Packs({ form }: FormProps) {
  const say = useSay();
  const { notice, dismiss, hearAsked } = usePackScans(form);
  return (
    <>
      <div className="dispense-top">
        <Where form={form} />
        <NextScanButton text="pack.scan" onScan={hearAsked} testName={testNames.scanPack} />
      </div>
      <output className="pack-notice">
        {notice === null ? null : (
          <Banner
            tone={notice.tone}
            testName={testNames.packNotice}
            action={<IconButton icon="close" label={say("action.close")} onPress={dismiss} />}
          >
            {notice.text}
          </Banner>
        )}
      </output>
    </>
  );
}

/** Medicines that are given out, for a prescription or over the counter. */
export function DispenseFormBody(props: DispenseFormProps) {
  const say = useSay();
  const form = useDispenseForm(props);
  const isCounter = form.rx === null;
  if (form.places !== undefined && shelvesOf(form.places).length === 0)
    return <Banner tone="warning">{say("dispense.noShelf")}</Banner>;
  return (
    <Card {...(isCounter ? {} : { title: say("dispense.medicines") })}>
      <Packs form={form} />
      {/* A search has a form of its own. */}
      {isCounter ? <Taker form={form} /> : null}
      <form
        className="dispense-form"
        onSubmit={form.submit}
        noValidate
        data-testid={testNames.dispenseForm}
      >
        {form.fields.lines.map((line) => (
          <DispenseLine key={line.key} form={form} line={line} />
        ))}
        {isCounter ? <AddItem form={form} /> : null}
        {form.isChecked && form.isEmpty ? (
          <p className="field-fault" role="alert">
            {say("dispense.needsLine")}
          </p>
        ) : null}
        <FaultNotice error={form.faults.rest} />
        <KeptFormActions
          action={say(form.isPending ? "register.saving" : "dispense.give")}
          testName={testNames.giveOut}
          keeper={form.keeper}
          onLeave={form.leave}
        />
        <DraftLine keeper={form.keeper} onTake={form.take} />
      </form>
    </Card>
  );
}
