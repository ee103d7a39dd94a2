import { useState, type FormEvent } from "react";
import { prefixOfCode } from "@edgeward/shared/kernel/token-prefix.ts";
import {
  useClinicParts,
  useDepartmentText,
  usePartChange,
  type ClinicPart,
  type PartKind,
} from "#ui/desk/data/clinic-parts.ts";
import { fieldFaults, fieldFaultText } from "#ui/desk/data/faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { bodyOf, codeOf, faultsOf, formOf, type PartFault, type PartForm } from "./part-form.ts";
import { partTexts } from "./part-texts.ts";

interface PartDialogProps {
  readonly kind: PartKind;
  /** Null for a new one. */
  readonly part: ClinicPart | null;
  readonly onClose: () => void;
}

function usePartForm({ kind, part, onClose }: PartDialogProps) {
  const say = useSay();
  const [form, setForm] = useState(() => formOf(part));
  const [faults, setFaults] = useState<PartFault>({});
  const change = usePartChange(kind, ({ name }) => {
    notify({ text: say("clinic.saved", { name }), tone: "good" });
    onClose();
  });
  const refused = fieldFaults(change.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    const found = faultsOf(kind, form);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = bodyOf(kind, form);
    const add = { kind: "add", body: { ...body, code: codeOf(kind, form) } } as const;
    change.mutate(part === null ? add : { kind: "edit", id: part.id, body });
  }

  return {
    form,
    submit,
    error: refused.length === 0 ? change.error : null,
    write: (patch: Partial<PartForm>) => {
      setForm({ ...form, ...patch });
      setFaults({});
      change.reset();
    },
    faultOf: (field: keyof PartForm): string | undefined => {
      const own = faults[field];
      if (own !== undefined) return say(own);
      const said = refused.find(({ path }) => path === field);
      if (said?.code === "duplicate_value") return say("clinic.faultTaken");
      return said === undefined ? undefined : fieldFaultText(said, say);
    },
  };
}

type Writing = ReturnType<typeof usePartForm>;

const nameFields = [
  ["name", "clinic.name"],
  ["name_hi", "clinic.nameHi"],
  ["name_ur", "clinic.nameUr"],
] as const;

function NameFields({ writing }: { readonly writing: Writing }) {
  const say = useSay();
  return nameFields.map(([field, label]) => (
    <LineField
      key={field}
      label={say(label)}
      value={writing.form[field]}
      onChange={(text) => writing.write({ [field]: text })}
      fault={writing.faultOf(field)}
      isRequired={field === "name"}
      takesFocus={field === "name"}
      testName={`${testNames.partField}-${field}`}
    />
  ));
}

function CodeField({ kind, writing }: { readonly kind: PartKind; readonly writing: Writing }) {
  const say = useSay();
  const { code, codeHint } = partTexts[kind];
  return (
    <LineField
      label={say(code)}
      value={codeOf(kind, writing.form)}
      onChange={(text) => writing.write({ code: text })}
      hint={say(codeHint)}
      fault={writing.faultOf("code")}
      isRequired
      testName={`${testNames.partField}-code`}
    />
  );
}

function PrefixField({ writing }: { readonly writing: Writing }) {
  const say = useSay();
  const { form } = writing;
  const usual = prefixOfCode(codeOf("queues", form));
  return (
    <LineField
      label={say("clinic.prefix")}
      value={form.token_prefix}
      onChange={(text) => writing.write({ token_prefix: text.toUpperCase() })}
      hint={say("clinic.prefixHint", { token: `${usual}-001` })}
      fault={writing.faultOf("token_prefix")}
      testName={`${testNames.partField}-prefix`}
    />
  );
}

function DepartmentField({ writing }: { readonly writing: Writing }) {
  const say = useSay();
  const departmentText = useDepartmentText();
  const departments = useClinicParts("departments").data ?? [];
  const { department } = writing.form;
  const offered = departments.filter(
    ({ status, code }) => status === "active" || code === department,
  );
  return (
    <ChoiceField
      label={say("clinic.department")}
      value={department}
      onChange={(chosen) => writing.write({ department: chosen })}
      empty={say("clinic.noDepartment")}
      options={offered.map(({ code }) => ({ value: code, text: departmentText(code) }))}
      fault={writing.faultOf("department")}
      testName={`${testNames.partField}-department`}
    />
  );
}

/** Adds a department, a room or a queue, or changes one. */
export function PartDialog(props: PartDialogProps) {
  const { kind, part, onClose } = props;
  const say = useSay();
  const writing = usePartForm(props);
  const title =
    part === null ? say(partTexts[kind].add) : say("clinic.editThis", { name: part.name });
  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={onClose}>
      <form className="dialog-form" onSubmit={writing.submit} noValidate>
        <NameFields writing={writing} />
        {part === null ? <CodeField kind={kind} writing={writing} /> : null}
        {kind === "queues" ? <PrefixField writing={writing} /> : null}
        {kind === "departments" ? null : <DepartmentField writing={writing} />}
        <FaultNotice error={writing.error} />
        <FormActions
          action={say("clinic.save")}
          testName={testNames.savePart}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
