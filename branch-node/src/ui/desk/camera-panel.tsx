import { useSay } from "#ui/i18n/text.ts";
import { CameraView } from "#ui/scan/camera-view.tsx";
import { useScanBus } from "#ui/scan/scans.tsx";
import { testNames } from "#ui/test-names.ts";
import { SidePanel } from "./side-panel.tsx";

/** Scans one code with the camera of this screen. */
export function CameraPanel({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const bus = useScanBus();
  return (
    <SidePanel title={say("camera.title")} testName={testNames.cameraPanel} onClose={onClose}>
      <CameraView
        onCode={(text) => {
          onClose();
          bus.hear(text);
        }}
      />
    </SidePanel>
  );
}
