import { Button } from "#ui/kit/button.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { useNextScan } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { useDeskKey } from "#ui/desk/shell/desk-keys.ts";

interface NextScanButtonProps {
  readonly text: TextId;
  readonly onScan: (text: string) => void;
  readonly testName: string;
}

/** Asks for the next scan: it then comes to this window, whichever somebody looks at. Escape or another press calls it off. */
export function NextScanButton({ text, onScan, testName }: NextScanButtonProps) {
  const say = useSay();
  const { isAsking, isReady, ask, cancel } = useNextScan(onScan);
  useDeskKey((event) => {
    if (event.key === "Escape" && isAsking) cancel();
  });
  return (
    <span className="next-scan">
      <Button
        isSmall
        onPress={isAsking ? cancel : ask}
        testName={testName}
        icon={isAsking ? "pending" : "scan"}
      >
        {say(isAsking ? "scan.cancel" : text)}
      </Button>
      <output className="advice" data-testid={testNames.scanAsked}>
        {isReady ? say("scan.asked") : null}
      </output>
    </span>
  );
}
