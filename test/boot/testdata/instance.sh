#!/bin/bash
# instance.sh ROOT: makes the directory ROOT the root of this mount namespace and
# boots from it. Programs and libraries are those of this machine.
set -euo pipefail
root=$1

mount --make-rprivate /
mount --bind "$root" "$root"
for each in bin sbin lib lib64; do
  if [ -L "/$each" ]; then
    [ -L "$root/$each" ] || ln -s "$(readlink "/$each")" "$root/$each"
  elif [ -d "/$each" ]; then
    mkdir -p "$root/$each"
    mount --rbind "/$each" "$root/$each"
  fi
done
mkdir -p "$root"/{usr,dev,proc,sys,run,tmp}
mount --rbind /usr "$root/usr"
mount --bind "$root/local-programs" "$root/usr/local"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"

ip link set lo up
ip address add 169.254.169.254/32 dev lo
exec chroot "$root" /usr/local/libexec/boot
