#!/bin/bash
# boot: one boot of the instance, from power on until systemd has nothing to do.
export PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/root XDG_RUNTIME_DIR=/run/user XDG_CONFIG_HOME=/etc/manager
export SYSTEMD_UNIT_PATH=/etc/systemd/system:/usr/local/lib/systemd/system
export SYSTEMD_GENERATOR_PATH=/none SYSTEMD_ENVIRONMENT_GENERATOR_PATH=/none
export CURL_CA_BUNDLE=/etc/endpoints.pem
mkdir -p /run/systemd/system /run/user /run/lock
chmod 700 /run/user

/usr/local/bin/instance endpoints &
until [ -e /run/endpoints ]; do /bin/sleep 0.01; done

manager=/usr/lib/systemd/systemd
[ -x "$manager" ] || manager=/lib/systemd/systemd
"$manager" --user --unit=multi-user.target --log-target=console --log-level=info > /var/log/systemd 2>&1 &

outcome=unsettled
for _ in $(seq 600); do
  /bin/sleep 0.1
  if ! systemctl is-active --quiet sysinit.target 2> /dev/null; then continue; fi
  if systemctl list-jobs --no-legend 2> /dev/null | grep -q .; then continue; fi
  outcome=settled
  break
done
echo "$outcome" > /var/log/outcome
systemctl list-jobs --no-legend > /var/log/jobs
systemctl show '*.service' --property Id,ActiveState,SubState,Result,ActiveEnterTimestampMonotonic > /var/log/units
findmnt --raw --noheadings --output TARGET,SOURCE > /var/log/mounts
