#!/bin/sh
# Prints the commits of a release, sorted into the sections of a changelog. Reads the repository, changes nothing.
#
# usage: sh commits.sh [FROM [TO]]
#   FROM  tag or commit to start after (default: the newest tag before TO, or else the first commit)
#   TO    last commit of the release (default: HEAD)
set -eu

case ${1-} in
-h | --help)
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
esac

git rev-parse --git-dir >/dev/null 2>&1 || {
    echo "commits.sh: not inside a git repository" >&2
    exit 2
}

to=${2:-HEAD}
from=${1:-$(git describe --tags --abbrev=0 "$to^" 2>/dev/null || true)}
range=${from:+$from..}$to
git rev-parse --verify --quiet "$to^{commit}" >/dev/null || {
    echo "commits.sh: no such commit: $to" >&2
    exit 2
}
if [ -n "$from" ]; then
    git rev-parse --verify --quiet "$from^{commit}" >/dev/null || {
        echo "commits.sh: no such tag or commit: $from" >&2
        exit 2
    }
fi

echo "Commits in $range"
# A breaking change is marked by `!` before the colon or by a footer in the message.
breaking=$(git log --no-merges --grep='^BREAKING[ -]CHANGE' --format=%h "$range" | tr '\n' ' ')

git log --no-merges --reverse --format='%h%x09%s' "$range" | awk -F '\t' -v breaking="$breaking" '
    function section(subject, hash,    kind) {
        kind = tolower(subject)
        sub(/[(!:].*/, "", kind)
        if (subject ~ /^[A-Za-z]+(\([^)]*\))?!:/ || index(" " breaking, " " hash " ")) return 1
        if (subject !~ /^[A-Za-z]+(\([^)]*\))?:/) return 9
        if (kind == "security") return 2
        if (kind == "feat" || kind == "add") return 3
        if (kind == "perf" || kind == "change") return 4
        if (kind == "deprecate") return 5
        if (kind == "remove" || kind == "revert") return 6
        if (kind == "fix") return 7
        if (kind ~ /^(build|chore|ci|docs|refactor|style|test)$/) return 8
        return 9
    }
    BEGIN {
        count = split("Breaking,Security,Added,Changed,Deprecated,Removed,Fixed,Probably invisible to users,Unsorted", title, ",")
    }
    { s = section($2, $1); lines[s] = lines[s] "- " $1 " " substr($0, length($1) + 2) "\n" }
    END {
        for (s = 1; s <= count; s++) if (s in lines) printf "\n%s\n%s", title[s], lines[s]
        if (NR == 0) print "\nNothing: the range holds no commit."
    }
'
