# Functions for the scripts that run the example server beside a tool from npm or PyPI. They are sourced, with
# `set -euo pipefail`, by bash 4.4 or later, which can wait for a process substitution.

# Installs a folder's npm packages exactly as its lock file says, unless that was done before. Sets `node`, a Node 22.
install_locked() {
    local folder=$1 stamp="$1/node_modules/.installed-lock"
    if ! cmp -s "$folder/package-lock.json" "$stamp"; then
        command -v npm >/dev/null || { echo "npm is missing; install Node.js first" >&2; return 1; }
        npm --prefix "$folder" ci --no-progress --loglevel=error >&2
        cp "$folder/package-lock.json" "$stamp"
    fi
    node="$folder/node_modules/node/bin/node"
    [[ $("$node" --version) == v22.* ]] || { echo "$node is not Node 22" >&2; return 1; }
}

# Installs exactly the Python packages of a requirements file into an environment of their own below the target
# directory, unless that was done before. Sets `python`, that environment's.
install_python() {
    local requirements=$1 name=$2 target
    target=${CARGO_TARGET_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/target}
    python="$target/$name/bin/python"
    cmp -s "$requirements" "$target/$name/installed.txt" && return
    command -v python3 >/dev/null || { echo "python3 is missing; install Python first" >&2; return 1; }
    python3 -m venv --clear "$target/$name"
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --requirement "$requirements" >&2
    cp "$requirements" "$target/$name/installed.txt"
}

# Builds the example. Sets `example`, the path of its binary, as cargo reports it.
build_example() {
    local root=$1 messages
    messages=$(cd "$root" && cargo build --quiet --package example-skills --message-format=json-render-diagnostics)
    example=$("$node" --eval '
        const messages = require("node:fs").readFileSync(0, "utf8").split("\n").filter(Boolean).map(JSON.parse);
        const binary = messages.find((message) => message.executable && message.target.name === "example-skills");
        console.log(binary?.executable ?? "");
    ' <<<"$messages")
    [[ -x $example ]] || { echo "cargo built no binary named example-skills" >&2; return 1; }
}

# Builds the programs of the journeys. Sets `journeys`, the directory that they are in. They are built as a part of the
# whole workspace, so that what `cargo test --workspace` compiled is not compiled again.
build_journeys() {
    local root=$1 messages pattern='"executable":"([^"]*)/many-skills"'
    messages=$(cd "$root" && cargo build --quiet --workspace --message-format=json-render-diagnostics \
        --bin many-skills --bin rmcp-client --bin load --bin replicas)
    [[ $messages =~ $pattern ]] || { echo "cargo built no binary named many-skills" >&2; return 1; }
    journeys=${BASH_REMATCH[1]}
}

# Starts the example over HTTP on a free port, with the options given, and stops it when the script ends, however it
# ends. Sets `url`. What the server logs is shown only when the script fails: tools send bad requests on purpose.
start_example() {
    local line output
    log=$(mktemp)
    exec {output}< <(exec "$example" http --addr 127.0.0.1:0 "$@" 2>"$log")
    server=$!
    trap stop_example EXIT
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    url=
    while [[ -z $url ]] && read -r line <&"$output"; do
        [[ $line =~ http://[^[:space:]]+ ]] && url=${BASH_REMATCH[0]}
    done
    [[ -n $url ]] || { echo "the example ended before it printed its URL" >&2; return 1; }
}

# Stops the server; a server that does not end by itself within ten seconds is killed, which fails the script.
stop_example() {
    local status=$? ended=0
    trap - EXIT
    kill -TERM "$server" 2>/dev/null || true
    for _ in {1..100}; do
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL "$server" 2>/dev/null || true
    wait "$server" || ended=$?
    if ((ended != 0)); then
        echo "the example ended with status $ended, where SIGTERM should end it with 0" >&2
        ((status != 0)) || status=1
    fi
    ((status == 0)) || sed 's/^/example: /' "$log" >&2
    rm "$log"
    exit "$status"
}
