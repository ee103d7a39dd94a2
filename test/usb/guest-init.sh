#!/bin/busybox sh
# The first program of the emulated machine. Its root is this machine's own, read-only; the programs of /programs come
# along, for what has to be asked for comes slowly. It does what comes down the line EDGEWARD_CONTROL, and is switched
# off when that line ends.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module; do insmod "/modules/$module.ko"; done </modules/at-start
mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 host /host ||
  echo "the host's files cannot be mounted"
mount -t proc proc /host/proc
mount -t sysfs sys /host/sys
mount -t devtmpfs dev /host/dev
mount -t tmpfs run /host/run
mkdir /host/run/bin /host/run/tmp
cp /bin/busybox /host/run/bin/busybox
cp -r /modules /host/run/modules
mkdir /host/run/programs
mount --bind /programs /host/run/programs
chroot /host /run/bin/busybox --install -s /run/bin
hostname "$EDGEWARD_HOSTNAME"
ifconfig lo 127.0.0.1 up
ifconfig eth0 10.0.2.15 up
export PATH=/run/bin:/usr/bin:/bin HOME=/run/tmp TMPDIR=/run/tmp
chroot /host /run/bin/nc ${EDGEWARD_CONTROL%:*} ${EDGEWARD_CONTROL#*:} -e /run/bin/sh
poweroff -f
