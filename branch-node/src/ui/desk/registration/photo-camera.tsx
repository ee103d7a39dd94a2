import { useCallback, useEffect, useRef, useState } from "react";
import { useFloorSay } from "#ui/i18n/floor-text.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { cameraFaultTexts } from "#ui/scan/camera-fault-texts.ts";
import {
  cameraFaultOf,
  closeCamera,
  openCamera,
  type CameraFault,
} from "#ui/scan/camera-stream.ts";
import { testNames } from "#ui/test-names.ts";

/** Whether the camera that looks at people is meant, or the one that looks at things. */
type Facing = Parameters<typeof openCamera>[0];

interface Camera {
  /** Of the element that shows what the camera sees: it is on for as long as the element is there. */
  readonly show: (video: HTMLVideoElement) => () => void;
  readonly fault: CameraFault | null;
  readonly isOn: boolean;
}

function useCamera(facing: Facing): Camera {
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [isOn, setOn] = useState(false);
  const show = useCallback(
    (video: HTMLVideoElement) => {
      let stream: MediaStream | null = null;
      let isGone = false;
      const begin = async () => {
        try {
          stream = await openCamera(facing);
          if (isGone) return closeCamera(stream);
          if (stream === null) return setFault("insecure");
          Object.assign(video, { srcObject: stream });
          await video.play();
          setOn(true);
        } catch (error) {
          if (!isGone) setFault(cameraFaultOf(error));
        }
      };
      void begin();
      return () => {
        isGone = true;
        closeCamera(stream);
      };
    },
    [facing],
  );
  return { show, fault, isOn };
}

interface PhotoCameraProps {
  readonly title: string;
  /** What is to be held before it, and how. */
  readonly advice: string;
  readonly facing: Facing;
  /** Makes the picture of what it sees at that moment. */
  readonly draw: (video: HTMLVideoElement, width: number, height: number) => Promise<Blob>;
  readonly onPhoto: (photo: Blob) => void;
  readonly onClose: () => void;
}

/** Takes a photo of whoever or whatever is before the camera. */
export function PhotoCamera({ title, advice, facing, draw, onPhoto, onClose }: PhotoCameraProps) {
  const say = useSay();
  const sayFloor = useFloorSay();
  const video = useRef<HTMLVideoElement>(null);
  const { show, fault, isOn } = useCamera(facing);
  useEffect(() => (video.current === null ? undefined : show(video.current)), [show]);
  const [hasFailed, setFailed] = useState(false);
  const shown = hasFailed ? "failed" : fault;

  async function take(): Promise<void> {
    const { current } = video;
    if (current === null) return;
    try {
      onPhoto(await draw(current, current.videoWidth, current.videoHeight));
    } catch {
      setFailed(true);
    }
  }

  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={onClose}>
      <div className={facing === "user" ? "photo-camera" : "photo-camera is-page"}>
        <video
          ref={video}
          muted
          playsInline
          aria-label={sayFloor("camera.view")}
          hidden={shown !== null}
        />
        <output>{shown === null ? advice : sayFloor(cameraFaultTexts[shown])}</output>
        <div className="form-actions">
          <Button
            look="primary"
            isDisabled={!isOn || shown !== null}
            onPress={() => void take()}
            testName={testNames.shootPhoto}
          >
            {say("photo.shoot")}
          </Button>
          <Button look="quiet" onPress={onClose}>
            {say("action.cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
