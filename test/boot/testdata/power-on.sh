#!/bin/bash
# power-on.sh ROOT: boots the instance whose disk is the directory ROOT, in
# control groups and namespaces of its own. systemd ends what it finds in the
# control group of a unit, and all instances have units of the same names.
set -euo pipefail
here=$(dirname "$0")
groups=()
while IFS=: read -r _ controllers path; do
  case $controllers in
    "") parents=("/sys/fs/cgroup$path" "/sys/fs/cgroup/unified$path") ;;
    name=systemd) parents=("/sys/fs/cgroup/systemd$path") ;;
    *) continue ;;
  esac
  for parent in "${parents[@]}"; do
    [ -e "$parent/cgroup.procs" ] || continue
    mkdir "$parent/instance-$$"
    groups+=("$parent/instance-$$")
  done
done < /proc/self/cgroup
for group in "${groups[@]}"; do echo $$ > "$group/cgroup.procs"; done

code=0
unshare --user --map-root-user --mount --pid --fork --net --kill-child bash "$here/instance.sh" "$1" || code=$?

for group in "${groups[@]}"; do
  echo $$ > "${group%/*}/cgroup.procs"
  find "$group" -depth -type d -exec rmdir {} + 2> /dev/null || true
done
exit "$code"
