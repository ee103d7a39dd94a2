import { spawnSync } from "node:child_process";

// A card of software that carries multicast, for nobody but the test. What is started there ends with it.
const setUp = `
set -e
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
ip link set lo up
ip link add test0 type veth peer name test1
ip addr add 10.77.0.1/24 dev test0
ip link set test1 up
ip link set test0 up multicast on
ip route add 224.0.0.0/4 dev test0
`;

/** Whether this machine lets a test make a network of its own. */
export function isAbleToUnshare(): boolean {
  const made = spawnSync("unshare", ["--net", "ip", "link", "add", "t0", "type", "veth"]);
  return made.status === 0;
}

/** A command that runs a shell script on a network of its own, at 10.77.0.1. @param args the script's `$1` and so on */
export function onOwnNetwork(
  script: string,
  args: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  return { file: "unshare", args: ["--net", "bash", "-c", setUp + script, "bash", ...args] };
}
