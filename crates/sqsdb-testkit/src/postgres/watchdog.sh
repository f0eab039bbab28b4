# Ends a private PostgreSQL server when its owner does, even by SIGKILL: standard input is a pipe from the owner.
# $1 is the directory to remove; the server's data is in $1/data. Each line read is a signal for the server.
signal() {
    # the server removes its pid file when it ends, so the number is never a stranger's
    if read -r pid <"$1/data/postmaster.pid"; then kill -s "$2" "$pid"; fi
}

while read -r name; do signal "$1" "$name"; done

signal "$1" QUIT
tries=0
while [ -e "$1/data/postmaster.pid" ] && [ "$tries" -lt 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
done
rm -rf "$1"
