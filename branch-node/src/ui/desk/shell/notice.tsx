import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { Icon } from "#ui/kit/icon.tsx";

/** Says what went wrong with the last action, if anything did. */
export function FaultNotice({ error }: { readonly error: unknown }) {
  const say = useSay();
  if (error === null || error === undefined) return null;
  return (
    <p className="notice notice-danger" role="alert" data-testid={testNames.fault}>
      <Icon name="danger" />
      <span>{faultText(error, say)}</span>
    </p>
  );
}
