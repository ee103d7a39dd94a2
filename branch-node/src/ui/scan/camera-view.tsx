import { useEffect, useRef, useState } from "react";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { CodeCamera, type CameraFault } from "./camera.ts";

const faultTexts: Readonly<Record<CameraFault, TextId>> = {
  insecure: "camera.insecure",
  denied: "camera.denied",
  missing: "camera.missing",
  failed: "camera.failed",
};

/** What the camera sees, until a code has been found in it. */
export function CameraView({ onCode }: { readonly onCode: (text: string) => void }) {
  const say = useSay();
  const video = useRef<HTMLVideoElement>(null);
  const listener = useRef(onCode);
  const [fault, setFault] = useState<CameraFault | null>(null);
  useEffect(() => {
    listener.current = onCode;
  }, [onCode]);
  useEffect(() => {
    if (video.current === null) return undefined;
    const camera = new CodeCamera(video.current, {
      onCode: (text) => listener.current(text),
      onFault: setFault,
    });
    return () => camera.close();
  }, []);
  return (
    <div className="camera" data-testid={testNames.camera}>
      <video
        ref={video}
        muted
        playsInline
        aria-label={say("camera.view")}
        hidden={fault !== null}
      />
      <output>{say(fault === null ? "camera.hold" : faultTexts[fault])}</output>
    </div>
  );
}
