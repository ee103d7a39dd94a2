import { Link } from "@tanstack/react-router";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { PageHead } from "#ui/kit/surfaces.tsx";

/** In the place of a page that is not for the role of whoever is signed in. */
export function RefusedPage() {
  const say = useSay();
  return (
    <section className="page" data-testid={testNames.refusedPage}>
      <PageHead title={say("fault.forbidden")} />
      <Link to="/" className="link">
        {say("lost.home")}
      </Link>
    </section>
  );
}

/** There is no page at this address, or nothing of which it speaks. */
export function LostPage() {
  const say = useSay();
  return (
    <section className="page">
      <PageHead title={say("lost.title")} />
      <Link to="/" className="link">
        {say("lost.home")}
      </Link>
    </section>
  );
}
