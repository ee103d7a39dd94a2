import {
  Activity,
  ArrowDown,
  ArrowLeftRight,
  ArrowUp,
  BedDouble,
  Bell,
  Building2,
  CalendarDays,
  Camera,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleUserRound,
  Clock,
  DoorOpen,
  Ellipsis,
  Files,
  FlaskConical,
  GripVertical,
  History,
  Inbox,
  KeyRound,
  Languages,
  LayoutList,
  ListOrdered,
  Lock,
  LogIn,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  Moon,
  OctagonX,
  Pencil,
  Plus,
  Printer,
  RefreshCw,
  ScanLine,
  Search,
  Send,
  Siren,
  Settings,
  Stethoscope,
  Sun,
  SunMoon,
  Ticket,
  TriangleAlert,
  Undo2,
  User,
  Users,
  X,
} from "lucide-react";

const pictures = {
  good: Check,
  busy: RefreshCw,
  warning: TriangleAlert,
  danger: OctagonX,
  search: Search,
  camera: Camera,
  password: KeyRound,
  add: Plus,
  token: Ticket,
  calendar: CalendarDays,
  stethoscope: Stethoscope,
  ward: BedDouble,
  emergency: Siren,
  lab: FlaskConical,
  vitals: Activity,
  bell: Bell,
  close: X,
  pending: Clock,
  person: User,
  arrive: LogIn,
  today: LayoutList,
  patients: Users,
  attention: Inbox,
  settings: Settings,
  user: CircleUserRound,
  lock: Lock,
  signOut: LogOut,
  scan: ScanLine,
  print: Printer,
  edit: Pencil,
  move: ArrowLeftRight,
  undo: Undo2,
  history: History,
  documents: Files,
  screen: MonitorSmartphone,
  departments: Building2,
  rooms: DoorOpen,
  queues: ListOrdered,
  languages: Languages,
  more: Ellipsis,
  grip: GripVertical,
  rise: ArrowUp,
  fall: ArrowDown,
  down: ChevronDown,
  back: ChevronLeft,
  next: ChevronRight,
  light: Sun,
  dark: Moon,
  system: SunMoon,
  branches: Building2,
  send: Send,
} as const satisfies Record<string, LucideIcon>;

/** The pictures of the pages: one set. */
export type IconName = keyof typeof pictures;

function isIconName(name: string): name is IconName {
  return name in pictures;
}

// These point along the line of reading: back and on, in and out.
const pointing: ReadonlySet<IconName> = new Set([
  "arrive",
  "signOut",
  "undo",
  "back",
  "next",
  "send",
]);

/** Their names, in the order of the set. */
export const iconNames: readonly IconName[] = Object.keys(pictures).filter(isIconName);

/** A picture beside a text that says the same, so it is hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  const Picture = pictures[name];
  const className = pointing.has(name) ? "icon is-pointing" : "icon";
  return <Picture className={className} aria-hidden="true" focusable="false" strokeWidth={1.9} />;
}
