import { useState } from "react";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { medicineParts, nameOf } from "#ui/desk/prescriptions/rx-texts.ts";
import { useStockedItems } from "#ui/desk/stock/item-queries.ts";
import { useSay, type Say, type TextId } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  isSubstituted,
  substitutionReasons,
  type LineDraft,
  type LineGap,
  type ShelfBatch,
} from "./dispense-draft.ts";
import { amountsOf } from "./pharmacy-list.ts";
import type { DispenseForm } from "./use-dispense-form.ts";

// So many of what fits a medicine are offered by a press; the others are found by typing.
const mostFitting = 3;

interface LineProps {
  readonly form: DispenseForm;
  readonly line: LineDraft;
}

type Fault = (gap: LineGap, text: TextId, ...names: readonly string[]) => string | undefined;

/** What is wrong with a field of a line: what the branch has refused, or what is lacking once somebody wants to send it. */
function useFault({ form, line }: LineProps): Fault {
  const say = useSay();
  const gaps = form.facts.get(line.key)?.gaps ?? [];
  return (gap, text, ...names) => {
    const refused = names.map((name) => form.refused(line.key, name)).find((one) => one);
    return refused ?? (form.isChecked && gaps.includes(gap) ? say(text) : undefined);
  };
}

function Prescribed({ form, line }: LineProps) {
  const say = useSay();
  const item = form.facts.get(line.key)?.item ?? null;
  if (item === null) return null;
  const { most, given, left } = amountsOf(item, form.given);
  return (
    <div className="dispense-what">
      <strong>
        <bdi>{nameOf(item)}</bdi>
      </strong>
      <span>
        {medicineParts(item, say).map((part, place) => (
          <span key={place} className="fact">
            <bdi>{part}</bdi>
          </span>
        ))}
      </span>
      <span className="muted">{say("dispense.amounts", { most, given, left })}</span>
    </div>
  );
}

function batchText({ batch_no: no, expiry_date: day, on_hand: there }: ShelfBatch, say: Say) {
  const until = day === null ? "" : say("dispense.until", { day: writtenDay(day) });
  return [no, until, say("dispense.there", { count: there })]
    .filter((part) => part !== "")
    .map((part) => `\u2068${part}\u2069`)
    .join(" · ");
}

/** What of the list is called as the medicine is, of its strength before any other: one press takes it. */
function Fitting({
  form,
  line,
  onTake,
}: LineProps & { readonly onTake: (itemId: string) => void }) {
  const say = useSay();
  const item = form.facts.get(line.key)?.item ?? null;
  const { generic_name: generic = "", strength = null } = item ?? {};
  const alike = useStockedItems(generic);
  const ofStrength = useStockedItems(strength === null ? "" : `${generic} ${strength}`);
  const fitting = (ofStrength.length === 0 ? alike : ofStrength)
    .filter(({ id }) => id !== line.itemId)
    .slice(0, mostFitting);
  if (fitting.length === 0) return null;
  return (
    <div className="dispense-item">
      {fitting.map(({ id, name }) => (
        <Button
          key={id}
          isSmall
          icon="add"
          about={say("dispense.item")}
          onPress={() => onTake(id)}
          testName={testNames.fittingItem}
        >
          <bdi>{name}</bdi>
        </Button>
      ))}
    </div>
  );
}

/** Another item than the one that stands there: one that fits, or found by its name. */
function FindItem({ form, line, onDone }: LineProps & { readonly onDone: () => void }) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const items = useStockedItems(typed);
  const fault = useFault({ form, line });
  const take = (itemId: string) => {
    form.writeLine(line.key, { itemId, batch: "", isScanned: false });
    onDone();
  };
  return (
    <>
      <FindField
        label={say("dispense.item")}
        typed={typed}
        onType={setTyped}
        found={items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` }))}
        onChoose={take}
        empty={say("dispense.noItem")}
        fault={fault("item", "dispense.needsItem", "item_id", "rx_item_id")}
        testName={testNames.dispenseItem}
      />
      <Fitting form={form} line={line} onTake={take} />
    </>
  );
}

/** What is given, and how it is changed; what was prescribed stands above already. */
function Given({ form, line, onChange }: LineProps & { readonly onChange: () => void }) {
  const say = useSay();
  const fault = useFault({ form, line });
  const { item = null, prescribedItemId = null } = form.facts.get(line.key) ?? {};
  const mayChange = line.rxItemId !== null && item?.substitution_allowed !== false;
  const name = form.items.get(line.itemId ?? "")?.name ?? "…";
  const isNamed = prescribedItemId === null || isSubstituted(line, prescribedItemId);
  const refused = fault("item", "dispense.needsItem", "item_id", "rx_item_id", "unit_price_minor");
  return (
    <div className="dispense-item">
      {isNamed ? (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ) : null}
      {line.isScanned ? (
        <Badge tone="good" icon="scan">
          {say("pack.scanned")}
        </Badge>
      ) : null}
      {mayChange ? (
        <Button isSmall look="quiet" about={name} onPress={onChange} testName={testNames.otherItem}>
          {say("dispense.other")}
        </Button>
      ) : null}
      {refused === undefined ? null : (
        <p className="field-fault" role="alert">
          {refused}
        </p>
      )}
    </div>
  );
}

/** What is given: of the list, another one than was prescribed with its reason. */
function What({ form, line, onChosen }: LineProps & { readonly onChosen: () => void }) {
  const say = useSay();
  const [isChanging, setChanging] = useState(false);
  const fault = useFault({ form, line });
  const { prescribedItemId = null } = form.facts.get(line.key) ?? {};
  if (line.itemId === null || isChanging)
    return (
      <FindItem
        form={form}
        line={line}
        onDone={() => {
          setChanging(false);
          onChosen();
        }}
      />
    );
  return (
    <>
      <Given form={form} line={line} onChange={() => setChanging(true)} />
      {isSubstituted(line, prescribedItemId) ? (
        <ChoiceField
          label={say("dispense.substitution")}
          value={line.substitution}
          onChange={(value) =>
            form.writeLine(line.key, {
              substitution: substitutionReasons.find((known) => known === value) ?? "",
            })
          }
          empty={say("rx.choose")}
          options={substitutionReasons.map((value) => ({
            value,
            text: say(`substitution.${value}`),
          }))}
          fault={fault("substitution", "dispense.needsSubstitution", "substitution_reason")}
          testName={testNames.substitution}
        />
      ) : null}
    </>
  );
}

/** From which batches it is taken, in words. */
function Taken({ form, line }: LineProps) {
  const say = useSay();
  const drawn = form.drawn.get(line.key);
  if (drawn === undefined) return null;
  if (drawn.short !== null)
    return (
      <p className="field-fault" role="alert">
        {say("dispense.short", { count: drawn.short })}
      </p>
    );
  if (line.batch !== "" || drawn.taken.length === 0) return null;
  return (
    <ul className="dispense-taken" aria-label={say("dispense.takenOf")}>
      {drawn.taken.map(({ batch, quantity }) => (
        <li key={batch.id} data-testid={testNames.takenBatch}>
          <span className="fact">
            <bdi>{batch.batch_no}</bdi>
          </span>
          {batch.expiry_date === null ? null : (
            <span className="fact">
              {say("dispense.until", { day: writtenDay(batch.expiry_date) })}
            </span>
          )}
          <span className="fact">{say("dispense.units", { count: quantity })}</span>
        </li>
      ))}
    </ul>
  );
}

/** How much of which batch. */
function HowMuch({ form, line, turn }: LineProps & { readonly turn: number }) {
  const say = useSay();
  const fault = useFault({ form, line });
  const { left = null, drawn } = form.facts.get(line.key) ?? {};
  const batches = (form.onShelf.get(line.itemId ?? "") ?? []).filter(
    ({ status }) => status === "available",
  );
  const unit = form.items.get(line.itemId ?? "")?.unit;
  const over = left === null ? undefined : fault("over", "fault.overDispense");
  return (
    <>
      <LineField
        key={turn}
        takesFocus={turn > 0}
        label={
          unit === undefined
            ? say("dispense.quantity")
            : say("dispense.quantityIn", { unit: say(`stockUnit.${unit}`) })
        }
        value={line.quantity}
        onChange={(quantity) => form.writeLine(line.key, { quantity })}
        inputMode="numeric"
        fault={over ?? fault("quantity", "dispense.needsQuantity", "quantity")}
        testName={testNames.dispenseQuantity}
      />
      <ChoiceField
        label={say("dispense.batch")}
        value={line.batch}
        onChange={(batch) => form.writeLine(line.key, { batch, isScanned: false })}
        empty={say("dispense.earliest")}
        options={batches.map((each) => ({ value: each.batch_no, text: batchText(each, say) }))}
        fault={form.refused(line.key, "batch_no")}
        testName={testNames.dispenseBatch}
      />
      {drawn === undefined || drawn.earlier === null ? null : (
        <LineField
          label={say("dispense.fefoReason", { batch: drawn.earlier })}
          value={line.fefoReason}
          onChange={(fefoReason) => form.writeLine(line.key, { fefoReason })}
          fault={fault("fefo", "dispense.needsFefo", "fefo_reason")}
          testName={testNames.fefoReason}
        />
      )}
    </>
  );
}

/** One medicine that is given out: what was prescribed, what is given, how much of it and of which batch. */
export function DispenseLine({ form, line }: LineProps) {
  const say = useSay();
  const name = form.items.get(line.itemId ?? "")?.name ?? "";
  const { item = null } = form.facts.get(line.key) ?? {};
  const isSecond = form.fields.lines.find(({ rxItemId }) => rxItemId === line.rxItemId) !== line;
  const mayGo = line.rxItemId === null || isSecond;
  // What was pressed to choose an item is gone then: the focus goes on to how much of it.
  const [turn, setTurn] = useState(0);
  return (
    <fieldset
      className="dispense-line"
      aria-label={item === null ? name : nameOf(item)}
      data-testid={testNames.dispenseLine}
    >
      <div className="dispense-fields">
        <div className="dispense-what">
          <Prescribed form={form} line={line} />
          <What form={form} line={line} onChosen={() => setTurn(turn + 1)} />
        </div>
        <HowMuch form={form} line={line} turn={turn} />
        {mayGo ? (
          <IconButton
            icon="close"
            label={say("bills.removeLine", { name })}
            onPress={() => form.removeLine(line.key)}
          />
        ) : null}
        <Taken form={form} line={line} />
      </div>
    </fieldset>
  );
}
