import { useSay } from "#ui/i18n/text.ts";
import { CameraView } from "#ui/scan/camera-view.tsx";
import { useScanBus } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { Dialog } from "#ui/kit/dialog.tsx";

/** Scans one code with the camera of this screen. */
export function CameraPanel({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const bus = useScanBus();
  return (
    <Dialog
      title={say("camera.title")}
      closeLabel={say("action.close")}
      shape="drawer"
      testName={testNames.cameraPanel}
      onClose={onClose}
    >
      <CameraView
        onCode={(text) => {
          onClose();
          bus.hear(text);
        }}
      />
    </Dialog>
  );
}
