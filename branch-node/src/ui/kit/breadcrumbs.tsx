import { Breadcrumb, Breadcrumbs as AriaBreadcrumbs } from "react-aria-components/Breadcrumbs";
import { Link } from "react-aria-components/Link";

interface BreadcrumbsProps {
  readonly label: string;
  readonly steps: readonly { readonly text: string; readonly href?: string }[];
}

/** Where a page stands below others. */
export function Breadcrumbs({ label, steps }: BreadcrumbsProps) {
  return (
    <AriaBreadcrumbs className="breadcrumbs" aria-label={label}>
      {steps.map(({ text, href }) => (
        <Breadcrumb key={text} className="breadcrumb">
          <Link className="link" {...(href === undefined ? {} : { href })}>
            {text}
          </Link>
        </Breadcrumb>
      ))}
    </AriaBreadcrumbs>
  );
}
