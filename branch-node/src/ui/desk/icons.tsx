const paths = {
  good: "M4 10.5 8 14.5 16 6",
  busy: "M16 6a7 7 0 1 0 1 6M16 2v4.5h-4.5",
  warning: "M10 3 18 17H2ZM10 8v4M10 14.6v.4",
  danger: "M7 2.5h6L17.5 7v6L13 17.5H7L2.5 13V7ZM7 7l6 6M13 7l-6 6",
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3ZM13.5 13.5 17.5 17.5",
  add: "M10 4v12M4 10h12",
  token: "M3 6h14v3a1.5 1.5 0 0 0 0 3v3H3v-3a1.5 1.5 0 0 0 0-3ZM12 6.5v8",
  calendar: "M3.5 5h13v12h-13ZM3.5 8.5h13M7 3v3.5M13 3v3.5",
  stethoscope:
    "M5 3v5a4 4 0 0 0 8 0V3M9 12v2a3.5 3.5 0 0 0 7 0v-2M16 12a1.6 1.6 0 1 0 0-3.2A1.6 1.6 0 0 0 16 12Z",
  bell: "M10 3a5 5 0 0 0-5 5v4l-1.5 2.5h13L15 12V8a5 5 0 0 0-5-5ZM8.5 17h3",
  close: "M5 5l10 10M15 5 5 15",
  pending: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 6v4.5l3 2",
  person: "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 17.5a6.5 6.5 0 0 1 13 0",
  arrive: "M3 10h10M9 6l4 4-4 4M16.5 4v12",
} as const;

/** The pictures of the desk. */
export type IconName = keyof typeof paths;

/** A picture beside a text that says the same, so it is hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
