import { Link } from "@tanstack/react-router";
import { useSay } from "#ui/i18n/text.ts";
import { PageHead } from "#ui/kit/surfaces.tsx";

/** There is no page at this address, or nothing of which it speaks. */
export function LostPage() {
  const say = useSay();
  return (
    <section className="page">
      <PageHead title={say("lost.title")} />
      <Link to="/today" className="link">
        {say("lost.home")}
      </Link>
    </section>
  );
}
