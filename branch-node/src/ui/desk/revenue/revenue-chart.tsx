import { useEffect, useRef, useSyncExternalStore } from "react";
import { useIntl } from "react-intl";
import Plot from "uplot";
import "uplot/dist/uPlot.min.css";
import { moneyText } from "#ui/desk/money/amounts.ts";
import { useSay } from "#ui/i18n/text.ts";
import type { RevenueRow } from "./revenue-rows.ts";

const height = 220;
const amountsWidth = 110;
const mostLetters = 14;
const drawnAmounts = ["billed", "collected"] as const;

interface ChartProps {
  readonly rows: readonly RevenueRow[];
  readonly currency: string;
}

const darkMedia = "(prefers-color-scheme: dark)";

function onLook(listener: () => void): () => void {
  const media = matchMedia(darkMedia);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "dir"] });
  media.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", listener);
  };
}

/** What the page's colours follow: a canvas has to be drawn anew when it changes. */
function useLook(): string {
  return useSyncExternalStore(onLook, () => {
    const { dataset, dir } = document.documentElement;
    return `${dataset["theme"] ?? ""} ${String(matchMedia(darkMedia).matches)} ${dir}`;
  });
}

/** The page's colour of a name, as a canvas takes it. */
function colour(host: HTMLElement, name: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function shortened(name: string): string {
  return name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name;
}

interface Titles {
  readonly billed: string;
  readonly collected: string;
}

interface Words extends Titles {
  readonly amount: (minor: number) => string;
}

function optionsFor(host: HTMLElement, rows: readonly RevenueRow[], words: Words): Plot.Options {
  const axis = { stroke: colour(host, "text-2"), grid: { stroke: colour(host, "line"), width: 1 } };
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  const series = (label: string, name: string, align: 1 | -1): Plot.Series => {
    const paths = Plot.paths.bars?.({ size: [0.4, 36], align });
    const drawn = { fill: colour(host, name), stroke: colour(host, name), width: 0 };
    return { label, ...drawn, points: { show: false }, ...(paths === undefined ? {} : { paths }) };
  };
  return {
    width: host.clientWidth,
    height,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: [-0.6, Math.max(rows.length - 0.4, 0.6)] },
      y: { range: (_plot, least, most) => [Math.min(0, least), Math.max(most * 1.05, 100)] },
    },
    axes: [
      {
        ...axis,
        font,
        grid: { show: false },
        incrs: [1, 2, 5, 7, 14, 30, 60],
        space: 96,
        values: (_plot, splits) =>
          splits.map((at) => shortened((Number.isInteger(at) ? rows[at]?.name : undefined) ?? "")),
      },
      {
        ...axis,
        font,
        size: amountsWidth,
        values: (_plot, splits) => splits.map((at) => words.amount(at)),
      },
    ],
    series: [{}, series(words.billed, "accent", -1), series(words.collected, "ok", 1)],
  };
}

function Key({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <span className="bars-key">
      <span className={`bars-swatch bars-swatch-${name}`} />
      {text}
    </span>
  );
}

function Bars({ rows, currency, billed, collected }: ChartProps & Titles) {
  const { locale } = useIntl();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const whole = (minor: number) => moneyText(Math.round(minor), currency, locale);
    const words = {
      billed,
      collected,
      amount: (minor: number) => whole(minor).replace(/\.00$/u, ""),
    };
    const data: Plot.AlignedData = [
      rows.map((_row, nth) => nth),
      rows.map((row) => row.billed),
      rows.map((row) => row.collected),
    ];
    const plot = new Plot(optionsFor(current, rows, words), data, current);
    const observer = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [rows, currency, locale, billed, collected]);
  return <div ref={host} className="bars-canvas" dir="ltr" />;
}

/** What was billed and collected, as bars; the table beside it says the same in figures. */
export function RevenueChart({ rows, currency }: ChartProps) {
  const say = useSay();
  const titles = { billed: say("revenue.billed"), collected: say("revenue.collected") };
  const shown = drawnAmounts.filter((name) => rows.some((row) => row[name] !== null));
  return (
    <figure className="bars" aria-label={say("revenue.chart")}>
      <Bars key={useLook()} rows={rows} currency={currency} {...titles} />
      <figcaption aria-hidden>
        {shown.map((name) => (
          <Key key={name} name={name} text={titles[name]} />
        ))}
      </figcaption>
    </figure>
  );
}
