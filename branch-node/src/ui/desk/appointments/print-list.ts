import { useEffect, useState } from "react";
import { useIsFetching } from "@tanstack/react-query";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";

// More lines than a clinic hands out on paper: whoever asks for them has forgotten to choose days.
const mostLines = 1_000;
// What the lines show is asked for once they are drawn.
const drawnMs = 100;

/** A list that is read page by page. */
interface ReadList {
  readonly lines: number;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/**
 * Prints a list as a whole: reads the rest of it and all names first. While `isPaper`, every line has to be drawn, not only
 * those in sight. A list of more than 1,000 lines is not printed, and it is said why.
 */
export function usePrintList({ lines, hasNextPage, isFetchingNextPage, fetchNextPage }: ReadList) {
  const say = useSay();
  const [isPaper, setPaper] = useState(false);
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (!isPaper || isFetchingNextPage || isReading) return;
    if (hasNextPage && lines >= mostLines) {
      setPaper(false);
      notify({ text: say("calendar.tooLong", { count: mostLines }), tone: "warning" });
      return;
    }
    if (hasNextPage) {
      void fetchNextPage();
      return;
    }
    const drawn = setTimeout(() => {
      window.print();
      setPaper(false);
    }, drawnMs);
    return () => clearTimeout(drawn);
  }, [isPaper, isReading, isFetchingNextPage, hasNextPage, lines, fetchNextPage, say]);
  return { isPaper, print: () => setPaper(true) };
}
