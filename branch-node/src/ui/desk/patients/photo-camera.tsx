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
import { squarePicture } from "./photo-picture.ts";

interface Camera {
  /** Of the element that shows what the camera sees: it is on for as long as the element is there. */
  readonly show: (video: HTMLVideoElement) => () => void;
  readonly fault: CameraFault | null;
  readonly isOn: boolean;
}

function useCamera(): Camera {
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [isOn, setOn] = useState(false);
  const show = useCallback((video: HTMLVideoElement) => {
    let stream: MediaStream | null = null;
    let isGone = false;
    const begin = async () => {
      try {
        stream = await openCamera("user");
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
  }, []);
  return { show, fault, isOn };
}

interface PhotoCameraProps {
  readonly onPhoto: (photo: Blob) => void;
  readonly onClose: () => void;
}

/** Takes a photo of whoever stands before the camera: the middle of the picture, as a square. */
export function PhotoCamera({ onPhoto, onClose }: PhotoCameraProps) {
  const say = useSay();
  const sayFloor = useFloorSay();
  const video = useRef<HTMLVideoElement>(null);
  const { show, fault, isOn } = useCamera();
  useEffect(() => (video.current === null ? undefined : show(video.current)), [show]);
  const [hasFailed, setFailed] = useState(false);
  const shown = hasFailed ? "failed" : fault;

  async function take(): Promise<void> {
    const { current } = video;
    if (current === null) return;
    try {
      onPhoto(await squarePicture(current, current.videoWidth, current.videoHeight));
    } catch {
      setFailed(true);
    }
  }

  return (
    <Dialog title={say("photo.take")} closeLabel={say("action.close")} onClose={onClose}>
      <div className="photo-camera">
        <video
          ref={video}
          muted
          playsInline
          aria-label={sayFloor("camera.view")}
          hidden={shown !== null}
        />
        <output>{shown === null ? say("photo.hold") : sayFloor(cameraFaultTexts[shown])}</output>
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
