#!/bin/sh
# Puts down what the USB tests need on Debian or Ubuntu, as root: an emulator, a shell for the emulated machine, and
# Debian's kernel, which can be both ends of a USB cable. The kernel is unpacked only, beside other caches, and never
# started on this machine.
set -eu
folder="${EDGEWARD_USB_KERNEL:-$HOME/.cache/edgeward/usb-kernel}"
export DEBIAN_FRONTEND=noninteractive
if ! command -v qemu-system-x86_64 >/dev/null || ! command -v busybox >/dev/null; then
  apt-get update
  apt-get install -y --no-install-recommends qemu-system-x86 busybox-static
fi
find "$folder/lib/modules" -name dummy_hcd.ko 2>/dev/null | grep -q . && exit 0
package="$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: *\(linux-image-[0-9].*\)$/\1/p' | head -n 1)"
[ -n "$package" ] || { echo "no package linux-image-amd64 here" >&2; exit 1; }
mkdir -p "$folder"
cd "$folder"
apt-get download "$package"
dpkg-deb --extract "$package"_*.deb .
rm -f "$package"_*.deb
