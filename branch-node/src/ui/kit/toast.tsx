import { Button } from "react-aria-components/Button";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { Icon } from "./icon.tsx";

interface ToastText {
  readonly text: string;
  readonly tone: "good" | "warning";
  /** What can be done about it at once. */
  readonly action?: { readonly text: string; readonly onPress: () => void };
}

const queue = new ToastQueue<ToastText>({ maxVisibleToasts: 3 });
const shownMs = 6000;

/** Says what has just been done, without moving the page. It goes by itself, unless something can be done about it. */
export function notify(toast: ToastText): void {
  queue.add(toast, toast.action === undefined ? { timeout: shownMs } : {});
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
        const { text, tone, action } = toast.content;
        return (
          <Toast toast={toast} className={`toast toast-${tone}`}>
            <Icon name={tone} />
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action === undefined ? null : (
              <Button className="button button-small" onPress={action.onPress}>
                {action.text}
              </Button>
            )}
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
