import { useEffect, useState } from "react";
import { useIsFetching } from "@tanstack/react-query";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";

// More lines than a clinic hands out on paper: whoever asks for them has forgotten to choose days.
const mostLines = 1_000;
// What the lines show is asked for once they are drawn.
const drawnMs = 100;

/** A list that is read page by page, as far as it has been. */
interface ReadList {
  readonly data: { readonly pages: readonly { readonly data: readonly unknown[] }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => Promise<ReadList>;
}

function linesOf({ data }: ReadList): number {
  return data?.pages.reduce((count, page) => count + page.data.length, 0) ?? 0;
}

/**
 * Prints a list as a whole: reads the rest of it and all names first. While `isPaper`, every line has to be drawn, not only
 * those in sight. A list of more than 1,000 lines is not printed, and it is said why.
 */
export function usePrintList(list: ReadList) {
  const say = useSay();
  const [isPaper, setPaper] = useState(false);
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (!isPaper || isReading) return;
    const drawn = setTimeout(() => {
      window.print();
      setPaper(false);
    }, drawnMs);
    return () => clearTimeout(drawn);
  }, [isPaper, isReading]);
  async function print(): Promise<void> {
    let read = list;
    for (let before = -1; read.hasNextPage && linesOf(read) > before;) {
      before = linesOf(read);
      if (before >= mostLines) break;
      read = await read.fetchNextPage();
    }
    if (!read.hasNextPage) return setPaper(true);
    // A page that could not be read says so where the list is shown.
    if (linesOf(read) >= mostLines)
      notify({ text: say("calendar.tooLong", { count: mostLines }), tone: "warning" });
  }
  return { isPaper, print: () => void print() };
}
