import { useEffect, useRef, useState } from "react";
import { useFloorSay, type FloorTextId } from "#ui/i18n/floor-text.ts";
import { screenNames } from "#ui/test-names-screens.ts";
import { CodeCamera } from "./camera.ts";
import { cameraFaultTexts } from "./camera-fault-texts.ts";
import type { CameraFault } from "./camera-stream.ts";
import type { Sight } from "./code-choice.ts";

const sightTexts: Readonly<Record<Sight["kind"], FloorTextId>> = {
  code: "camera.hold",
  nothing: "camera.hold",
  several: "camera.several",
  parts: "camera.parts",
};

/** What the camera sees, until a code has been found in it. */
export function CameraView({ onCode }: { readonly onCode: (text: string) => void }) {
  const say = useFloorSay();
  const video = useRef<HTMLVideoElement>(null);
  const listener = useRef(onCode);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [sight, setSight] = useState<Sight["kind"]>("nothing");
  useEffect(() => {
    listener.current = onCode;
  }, [onCode]);
  useEffect(() => {
    if (video.current === null) return undefined;
    const camera = new CodeCamera(video.current, {
      onCode: (text) => listener.current(text),
      onFault: setFault,
      onSight: ({ kind }) => setSight(kind),
    });
    return () => camera.close();
  }, []);
  return (
    <div className="camera" data-testid={screenNames.camera}>
      <video
        ref={video}
        muted
        playsInline
        aria-label={say("camera.view")}
        hidden={fault !== null}
      />
      <output>{say(fault === null ? sightTexts[sight] : cameraFaultTexts[fault])}</output>
    </div>
  );
}
