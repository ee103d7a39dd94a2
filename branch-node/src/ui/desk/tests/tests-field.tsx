import { useState } from "react";
import { specimenTypes } from "@edgeward/shared/clinical/lab-tests/lab-test-parts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { chosenOf, withTest, type ChosenTest } from "./order-draft.ts";
import { useFasting, useFoundTests } from "./test-queries.ts";
import type { OrderForm } from "./use-order-form.ts";

interface ChosenProps {
  readonly test: ChosenTest;
  readonly onRemove: () => void;
}

function Chosen({ test, onRemove }: ChosenProps) {
  const say = useSay();
  const { name, kind, tests } = test;
  const isFasting = useFasting(test);
  const specimen = specimenTypes.find((known) => known === test.specimen_type);
  return (
    <li className="chosen-diagnosis" data-testid={testNames.chosenTest}>
      <span className="chosen-text">
        <bdi>{name}</bdi>{" "}
        <span className="muted">
          {kind === "panel" ? say("order.panelOf", { count: tests.length }) : null}
          {specimen === undefined ? null : say(`specimen.${specimen}`)}
        </span>
      </span>
      {isFasting ? <Badge tone="warning">{say("order.fasting")}</Badge> : null}
      <IconButton
        icon="close"
        label={say("order.removeTest", { name })}
        onPress={onRemove}
        testName={testNames.removeTest}
      />
    </li>
  );
}

/** Tests and panels, found by their names or codes as they are typed, and those that are chosen. */
export function TestsField({ form }: { readonly form: OrderForm }) {
  const say = useSay();
  const { draft, change, testsFault } = form;
  const { typed, chosen } = draft;
  const found = useFoundTests(typed);
  // The focus, which was on what is gone, goes to the line.
  const [turn, setTurn] = useState(0);
  return (
    <div className="diagnoses">
      <FindField
        label={say("order.find")}
        typed={typed}
        onType={(next) => change({ typed: next })}
        found={found.map(({ code, name, kind }) => ({
          value: code,
          text: name,
          more: kind === "panel" ? say("order.panel") : code,
        }))}
        onChoose={(code) => {
          const test = found.find((each) => each.code === code);
          if (test !== undefined) change({ typed: "", chosen: withTest(chosen, chosenOf(test)) });
        }}
        hint={say("order.findHint")}
        empty={say(typed.trim() === "" ? "order.findHint" : "order.noneFound")}
        fault={testsFault}
        isRequired
        focusTurn={turn}
        testName={testNames.testSearch}
      />
      {chosen.length === 0 ? null : (
        <ol className="chosen-diagnoses" aria-label={say("order.chosen")}>
          {chosen.map((test) => (
            <Chosen
              key={test.code}
              test={test}
              onRemove={() => {
                change({ chosen: chosen.filter(({ code }) => code !== test.code) });
                setTurn((count) => count + 1);
              }}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
