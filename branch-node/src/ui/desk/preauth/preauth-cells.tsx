import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { preauthTones, type Preauth } from "./preauth-list.ts";

/** How far a request has come. */
export function PreauthState({ status }: Pick<Preauth, "status">) {
  const say = useSay();
  return <Badge tone={preauthTones[status]}>{say(`preauthStatus.${status}`)}</Badge>;
}
