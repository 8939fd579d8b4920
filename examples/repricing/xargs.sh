#!/bin/sh
# What parallel.sh does, with xargs alone: each range to a file of its own, put together at the end.
#   xargs.sh ca outpatient claims.csv rates.db > repriced.csv
set -eu

state=$1 setting=$2 claims=$3 release=$4
lines=${LINES_PER_RANGE:-5000}
ratebook=${RATEBOOK:-ratebook}

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
head -n 1 "$claims" > "$parts/header"
# Not wc: that counts line ends, and the last claim may have none.
claim_count=$(($(awk 'END { print NR }' "$claims") - 1))

"$ratebook" reprice "$state" "$setting" - - --release "$release" --workers 1 < "$parts/header"
export state setting claims release lines ratebook parts
# A file for each range, not a pipe: of a pipe, sh tells only how its last command ended.
# 3 says that lines of the range were faulty; anything else but 0, that it broke off.
seq 0 $(((claim_count - 1) / lines)) | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I{} sh -euc '
  first=$(({} * lines + 2)) last=$((({} + 1) * lines + 1))
  sed -n "$first,${last}p;${last}q" "$claims" > "$parts/range-{}"
  "$ratebook" reprice "$state" "$setting" - - --release "$release" --workers 1 \
    --header-file "$parts/header" --omit-header --first-line "$first" \
    < "$parts/range-{}" > "$parts/$(printf %09d {})" || [ $? -eq 3 ]
  rm "$parts/range-{}"'
for part in "$parts"/0*; do cat "$part"; done
