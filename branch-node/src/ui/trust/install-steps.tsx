import type { ReactNode } from "react";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { platformOf, platforms, type Platform } from "./platform.ts";

const titles: Readonly<Record<Platform, TextId>> = {
  android: "trust.android",
  apple: "trust.apple",
  windows: "trust.windows",
  linux: "trust.linux",
};

const steps: Readonly<Record<Exclude<Platform, "linux">, readonly TextId[]>> = {
  android: ["trust.android1", "trust.android2", "trust.android3"],
  apple: ["trust.apple1", "trust.apple2", "trust.apple3"],
  windows: ["trust.windows1", "trust.windows2"],
};

function Steps({ of }: { readonly of: Exclude<Platform, "linux"> }) {
  const say = useSay();
  return (
    <ol className="trust-steps">
      {steps[of].map((step) => (
        <li key={step}>{say(step)}</li>
      ))}
    </ol>
  );
}

const importCommand = 'certutil -d sql:"$HOME/.pki/nssdb" -A -t C,, -n edgeward -i edgeward-ca.crt';

function LinuxSteps({ pin }: { readonly pin: string }) {
  const say = useSay();
  const kiosk = `chromium --kiosk --user-data-dir=/var/lib/kiosk --ignore-certificate-errors-spki-list=${pin}`;
  return (
    <ul className="trust-steps">
      <li>
        {say("trust.linux1")}
        <code>{importCommand}</code>
      </li>
      <li>
        {say("trust.linux2")}
        <code>{kiosk}</code>
      </li>
    </ul>
  );
}

function Section({ title, isOpen, children }: SectionProps) {
  return (
    <details className="trust-platform" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface SectionProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** How each kind of device is made to trust a certificate; the steps of this one stand open. @param pin the key's */
export function InstallSteps({ pin }: { readonly pin: string }) {
  const say = useSay();
  const own = platformOf(navigator.userAgent);
  return platforms.map((platform) => (
    <Section key={platform} title={say(titles[platform])} isOpen={platform === own}>
      {platform === "linux" ? <LinuxSteps pin={pin} /> : <Steps of={platform} />}
    </Section>
  ));
}
