import { Component, type ReactNode } from "react";
import { useEntrySay } from "#ui/i18n/entry-text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** In the place of a page that cannot be shown: mostly the branch node has got another version since the desk was opened. */
export function BrokenPage() {
  const say = useEntrySay();
  return (
    <section className="page" role="alert" data-testid={testNames.brokenPage}>
      <PageHead title={say("broken.title")} />
      <p>{say("broken.lead")}</p>
      <Button look="primary" onPress={() => location.reload()}>
        {say("broken.again")}
      </Button>
    </section>
  );
}

/** While the desk itself is being fetched: said only when it takes longer than people notice. */
export function ComingDesk() {
  const say = useEntrySay();
  return <output className="coming-desk">{say("desk.coming")}</output>;
}

interface Guarded {
  readonly children: ReactNode;
}

/** Shows a broken page where what stands in it cannot be drawn, and not a white one. */
export class BrokenPageBoundary extends Component<Guarded, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}
