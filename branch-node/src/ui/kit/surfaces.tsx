import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** What a state means to whoever sees it. */
export type Tone = "neutral" | "good" | "info" | "warning" | "danger" | "visit";

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
  readonly testName?: string;
}

/** A state in a word or two. */
export function Badge({ tone = "neutral", icon, children, testName }: BadgeProps) {
  return (
    <span className={`tag tag-${tone}`} data-testid={testName}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </span>
  );
}

const bannerIcons = {
  good: "good",
  info: "pending",
  warning: "warning",
  danger: "danger",
} as const;

interface BannerProps {
  readonly tone: keyof typeof bannerIcons;
  readonly children: ReactNode;
  /** What can be done about it. */
  readonly action?: ReactNode;
  readonly testName?: string;
}

/** Something that the whole page is about; a danger interrupts a screen reader. */
export function Banner({ tone, children, action, testName }: BannerProps) {
  return (
    <div
      className={`notice notice-${tone}`}
      {...(tone === "danger" ? { role: "alert" } : {})}
      data-testid={testName}
    >
      <Icon name={bannerIcons[tone]} />
      <span className="notice-text">{children}</span>
      {action}
    </div>
  );
}

interface CardProps {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Tables and tabs reach to its edges. */
  readonly isFlush?: boolean;
  readonly testName?: string;
}

/** A surface for one matter. */
export function Card({ title, aside, children, isFlush = false, testName }: CardProps) {
  return (
    <section
      className={`panel${isFlush ? " panel-flush" : ""}`}
      {...(title === undefined ? {} : { "aria-label": title })}
      data-testid={testName}
    >
      {title === undefined ? null : (
        <header className="panel-head">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

/** What a page is called, and its few actions. */
export function PageHead({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly children?: ReactNode;
}) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {about === undefined ? null : <span className="muted">{about}</span>}
      <div className="page-actions">{children}</div>
    </header>
  );
}

/** The place of something that is still being read: as high as it will be, so that nothing jumps. */
export function Skeleton({
  label,
  lines = 3,
}: {
  readonly label: string;
  readonly lines?: number;
}) {
  return (
    <output className="skeleton" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </output>
  );
}
