import { Button } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { Icon } from "./icon.tsx";

interface ToastAction {
  readonly text: string;
  readonly onPress: () => void;
  readonly testName?: string;
}

interface ToastText {
  readonly text: string;
  readonly tone: "good" | "warning";
  /** What can be done about it at once; the toast goes with the press. */
  readonly actions?: readonly ToastAction[];
  /** How long it stays where the page takes it away itself as soon as something else is done. */
  readonly staysMs?: number;
}

const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 3 });
const shownMs = 6000;
/** Those that stay until something else is done. */
const offers = new Set<string>();
// Long enough to read and to act, short enough not to stand over the next person's work.
const actedOnMs = 12_000;

/**
 * Says what has just been done, without moving the page. It goes by itself, later where something can be done about it, and
 * waits while a mouse or the focus is on it.
 * @returns takes it away, where something newer is said in its place
 */
export function notify(toast: ToastText): () => void {
  const key = queue.add(toast, {
    timeout: toast.staysMs ?? (toast.actions === undefined ? shownMs : actedOnMs),
  });
  if (toast.staysMs !== undefined) offers.add(key);
  return () => queue.close(key);
}

/** Takes away what was offered to be taken back: something else is done, or somebody else's record looked at. */
export function forgetOffers(): void {
  for (const key of offers) queue.close(key);
  offers.clear();
}

/** Takes away what was said of something that went well: a window opens, and what is done there has nothing to do with it. */
export function makeRoom(): void {
  forgetOffers();
  for (const { key, content } of queue.visibleToasts) if (content.tone === "good") queue.close(key);
}

/** Takes all away that is said: the next person at the screen hears nothing of it. */
export function forgetNotices(): void {
  queue.clear();
}

/** Where the page says so. F6 leads to it. */
export function Toasts({
  label,
  closeLabel,
}: {
  readonly label: string;
  readonly closeLabel: string;
}) {
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={label}>
      {({ toast }) => {
        const { text, tone, actions = [] } = toast.content;
        return (
          <Toast toast={toast} className={`toast toast-${tone}`}>
            <Icon name={tone} />
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {actions.map((action) => (
              <Button
                key={action.text}
                className="button button-small"
                onPress={() => {
                  queue.close(toast.key);
                  action.onPress();
                }}
                data-testid={action.testName}
              >
                {action.text}
              </Button>
            ))}
            <Button
              slot="close"
              className="button button-quiet button-square button-small"
              aria-label={closeLabel}
            >
              <Icon name="close" />
            </Button>
          </Toast>
        );
      }}
    </ToastRegion>
  );
}
