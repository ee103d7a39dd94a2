import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useStaffName } from "./staff-name.ts";

/** Who of the staff has done something, and when. */
export function ByWhom({ id, at }: { readonly id: string; readonly at: string }) {
  const clock = useBranchClock();
  const name = useStaffName(id);
  return (
    <>
      <bdi>{name ?? ""}</bdi> {clock.dayTime(at)}
    </>
  );
}
