import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner, Card } from "#ui/kit/surfaces.tsx";
import { useFindings } from "./console-queries.ts";
import { useMoment } from "./moments.ts";

/** What the audit shows: of which branch, and when it was found. What to do is a matter for whoever runs the hub. */
export function Findings({ count }: { readonly count: number }) {
  const say = useConsoleSay();
  const moment = useMoment();
  const { data, hasNextPage, fetchNextPage } = useFindings();
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Card title={say("console.findings")}>
      <Banner tone="danger">{say("console.findingsAdvice", { count })}</Banner>
      <ul className="console-findings">
        {found.map(({ id, branch_name: branch, found_at: at }) => (
          <li key={`${id} ${at}`}>
            <strong>{branch ?? say("console.theHub")}</strong>{" "}
            <span className="muted">{moment(at)}</span>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button onPress={() => void fetchNextPage()}>{say("console.more")}</Button>
      ) : null}
    </Card>
  );
}
