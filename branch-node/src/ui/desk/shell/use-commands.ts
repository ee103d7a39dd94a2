import { useNavigate } from "@tanstack/react-router";
import { useSay } from "#ui/i18n/text.ts";
import type { Command } from "#ui/kit/command-list.tsx";
import { useDesk } from "./desk-actions.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useWays } from "./ways.ts";

/** What the search box finds besides patients: the pages and actions of whoever is signed in. */
export function useCommands(): readonly Command[] {
  const say = useSay();
  const go = useNavigate();
  const { register } = useDesk();
  const mayRegister = useMay("patients", "create");
  const pages = useWays().map(({ to, text, icon }): Command => {
    return { id: to, text: say(text), icon, onAction: () => void go({ to }) };
  });
  // With an empty form: what stands in the box is this command's name and nobody's.
  const start: Command = {
    id: "new-patient",
    text: say("search.newPatient"),
    icon: "add",
    onAction: () => register({}),
  };
  return [...pages, ...(mayRegister ? [start] : [])];
}
