#!/bin/bash
# Makes a folder to chroot into: a bash and harmless tools, with recorders in the place of everything that could
# do damage. Usage: make-jail.sh <folder that does not exist>
set -eu
jail=$1
[ ! -e "$jail" ] || { echo "$jail exists" >&2; exit 1; }
mkdir -p "$jail"/{bin,usr/libexec,etc,tmp,var,home,dev,work,lib64,root,opt,srv,proc}
ln -s ../bin "$jail/usr/bin"
ln -s bin "$jail/sbin"

tools='bash dash cat env timeout nohup nice stdbuf setsid sort head tail tr rev sed cut base64 base32 xxd find xargs
  tee ls dirname basename realpath readlink mawk flock taskset chrt ionice mkdir touch cp mv ln id date printf echo
  true false test sleep perl openssl time which uniq wc grep script'
for tool in $tools; do
  path=$(type -P "$tool") || continue
  cp "$(readlink -f "$path")" "$jail/bin/$tool"
  { ldd "$path" 2>/dev/null || true; } | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "$jail$(dirname "$library")"
    cp -nL "$library" "$jail$library"
  done || true
done
cp -r /usr/libexec/coreutils "$jail/usr/libexec/" 2>/dev/null || true
ln -sf dash "$jail/bin/sh"
ln -sf mawk "$jail/bin/awk"

# a recorder writes its name, the folder and its arguments to /work/log, separated by \001 and ended by \002
for program in rm dd git chmod shutdown mkfs mkfs.ext4 mkfs.xfs mkfs.vfat mkfs.btrfs; do
  cat > "$jail/bin/$program" <<EOF
#!/bin/bash
{ printf '%s\x01%s' $program "\$PWD"; for a in "\$@"; do printf '\x01%s' "\$a"; done; printf '\x02'; } >> /work/log
EOF
done

# the downloaders give a script that leaves a mark when somebody runs it
cat > "$jail/bin/curl" <<'EOF'
#!/bin/bash
out= args=("$@")
for ((i = 0; i < ${#args[@]}; i++)); do
  case ${args[i]} in
    -o | --output | -sSLo) out=${args[i + 1]} ;;
    -O | -LO) out=$(basename "${args[-1]}") ;;
  esac
done
printf '%s\n' 'printf "PWNED\002" >> /work/log' > "${out:-/dev/fd/1}"
EOF
cat > "$jail/bin/wget" <<'EOF'
#!/bin/bash
out= folder=. args=("$@")
for ((i = 0; i < ${#args[@]}; i++)); do
  case ${args[i]} in
    -O) out=${args[i + 1]} ;;
    -O- | -qO- | --output-document=-) out=- ;;
    -P) folder=${args[i + 1]} ;;
    http* | x*) url=${args[i]} ;;
  esac
done
[ -n "$out" ] || out=$folder/$(basename "$url")
[ "$out" != - ] || out=/dev/fd/1
printf '%s\n' 'printf "PWNED\002" >> /work/log' > "$out"
EOF
cat > "$jail/bin/sudo" <<'EOF'
#!/bin/bash
while :; do
  case $1 in
    -u | --user | -g) shift 2 ;;
    --) shift; break ;;
    -*) shift ;;
    *=*) export "$1"; shift ;;
    *) break ;;
  esac
done
exec "$@"
EOF
cp "$jail/bin/sudo" "$jail/bin/doas"
chmod 755 "$jail"/bin/*
mknod -m 666 "$jail/dev/null" c 1 3
ln -s /proc/self/fd "$jail/dev/fd"
ln -s /proc/self/fd/0 "$jail/dev/stdin"
chmod 1777 "$jail/tmp" "$jail/work"
