import { Link } from "@tanstack/react-router";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useWorkCounts, works } from "./work-counts.ts";
import { workKinds } from "./work-kinds.ts";

/** Work that has waited too long, each kind with the way to where it is done. */
export function WorkPanel() {
  const say = useSay();
  const counts = useWorkCounts();
  const waiting = workKinds.filter((kind) => counts[kind] > 0);
  if (waiting.length === 0) return null;
  return (
    <Card title={say("attention.work")} testName={testNames.workPanel}>
      <ul className="print-jobs">
        {waiting.map((kind) => (
          <li className="print-job" key={kind} data-testid={testNames.waitingWork}>
            <Link {...works[kind].way} className="link">
              {say(works[kind].text)} · {counts[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
