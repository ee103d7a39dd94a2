import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { RecordCard } from "./record-card.tsx";
import { useRecordForm } from "./record-form.ts";
import {
  supplierBody,
  supplierDraft,
  supplierGaps,
  supplierPatch,
  type Supplier,
  type SupplierDraft,
} from "./supplier-draft.ts";

interface SupplierFormProps {
  /** Null for a new one. */
  readonly supplier: Supplier | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: (supplier: Supplier) => void;
  readonly onLeave: () => void;
}

interface TextFieldOf {
  readonly name: keyof SupplierDraft;
  readonly label: TextId;
  /** By which name an answer calls it. */
  readonly path: string;
  readonly inputMode?: "numeric" | "tel";
}

const ofSupplier: readonly TextFieldOf[] = [
  { name: "gstin", label: "catalogue.gstin", path: "gstin" },
  { name: "pan", label: "catalogue.pan", path: "pan" },
  { name: "licence", label: "catalogue.licence", path: "drug_licence_no" },
  { name: "contact", label: "catalogue.contact", path: "contact_name" },
  { name: "phone", label: "patient.phone", path: "phone", inputMode: "tel" },
  { name: "email", label: "field.email", path: "email" },
  { name: "terms", label: "catalogue.terms", path: "payment_terms_days", inputMode: "numeric" },
];

const ofAddress: readonly TextFieldOf[] = [
  { name: "line1", label: "register.line1", path: "address.line1" },
  { name: "city", label: "register.city", path: "address.city" },
  { name: "state", label: "register.state", path: "address.state" },
  {
    name: "postalCode",
    label: "register.postalCode",
    path: "address.postal_code",
    inputMode: "numeric",
  },
];

const paths = [
  "code",
  "name",
  "status",
  "notes",
  ...[...ofSupplier, ...ofAddress].map(({ path }) => path),
];

function useSupplierForm({ supplier, resumed, onSaved }: SupplierFormProps) {
  return useRecordForm({
    kind: supplier === null ? draftKinds.newSupplier : draftKinds.supplier,
    entityId: supplier?.id ?? null,
    resumed,
    begun: supplierDraft(supplier),
    gapsOf: supplierGaps,
    bodyOf: (fields) => fields,
    paths,
    stale: [queryKeys.suppliers],
    send: async (client, fields, options) => {
      if (supplier === null) {
        const body = supplierBody(fields);
        return (await client.call(suppliersContract.create, { body }, options)).body;
      }
      const request = { params: { id: supplier.id }, body: supplierPatch(fields, supplier) };
      return (await client.call(suppliersContract.update, request, options)).body;
    },
    onSaved,
  });
}

type SupplierFormState = ReturnType<typeof useSupplierForm>;

interface FieldsProps {
  readonly form: SupplierFormState;
}

function Texts({ form, of }: FieldsProps & { readonly of: readonly TextFieldOf[] }) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  return (
    <div className="cash-fields">
      {of.map(({ name, label, path, inputMode }) => (
        <LineField
          key={name}
          label={say(label)}
          value={fields[name]}
          onChange={(typed) => write({ [name]: typed })}
          inputMode={inputMode ?? "text"}
          fault={lacks(name) ? say("dispense.needsQuantity") : refused(path)}
          testName={`${testNames.supplierField}-${name}`}
        />
      ))}
    </div>
  );
}

/** What it is called, by which code it is found, and whether anything is ordered of it. */
function Names({ form, isNew }: FieldsProps & { readonly isNew: boolean }) {
  const say = useSay();
  const { fields, write, lacks, refused } = form;
  const states = ["active", "inactive"] as const;
  return (
    <div className="cash-fields">
      <LineField
        label={say("clinic.name")}
        value={fields.name}
        onChange={(name) => write({ name })}
        fault={lacks("name") ? say("stores.needsText") : refused("name")}
        takesFocus
        isRequired
        testName={`${testNames.supplierField}-name`}
      />
      {isNew ? (
        <LineField
          label={say("clinic.code")}
          hint={say("clinic.codeHint")}
          value={fields.code}
          onChange={(code) => write({ code })}
          fault={lacks("code") ? say("stores.needsText") : refused("code")}
          isRequired
          testName={`${testNames.supplierField}-code`}
        />
      ) : (
        <ChoiceField
          label={say("calendar.state")}
          value={fields.status}
          onChange={(status) => write({ status })}
          options={states.map((value) => ({ value, text: say(`state.${value}`) }))}
          fault={refused("status")}
          testName={`${testNames.supplierField}-status`}
        />
      )}
    </div>
  );
}

/** A supplier that is added to the list, or changed. */
export function SupplierForm(props: SupplierFormProps) {
  const say = useSay();
  const form = useSupplierForm(props);
  return (
    <RecordCard
      form={form}
      onLeave={props.onLeave}
      formName={testNames.supplierForm}
      saveName={testNames.saveSupplier}
    >
      <Names form={form} isNew={props.supplier === null} />
      <Texts form={form} of={ofSupplier} />
      <Texts form={form} of={ofAddress} />
      <LineField
        label={say("stores.note")}
        value={form.fields.notes}
        onChange={(notes) => form.write({ notes })}
        fault={form.refused("notes")}
        rows={2}
        testName={`${testNames.supplierField}-notes`}
      />
    </RecordCard>
  );
}
