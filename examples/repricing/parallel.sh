#!/bin/sh
# Reprices a CSV with GNU parallel: ranges of 5,000 lines, each by a process of its own, the results in order.
#   parallel.sh ca outpatient claims.csv rates.db > repriced.csv
# Further machines: add --sshlogin to parallel; each needs ratebook, the release and the header file in the same place.
set -eu

state=$1 setting=$2 claims=$3 release=$4
lines=${LINES_PER_RANGE:-5000}
ratebook=${RATEBOOK:-ratebook}

header=$(mktemp)
trap 'rm -f "$header"' EXIT
head -n 1 "$claims" > "$header"

# The names of the columns once, by a range without lines; then the ranges without them.
"$ratebook" reprice "$state" "$setting" - - --release "$release" --workers 1 < "$header"
tail -n +2 "$claims" | parallel --pipe --keep-order -N "$lines" \
  "$ratebook" reprice "$state" "$setting" - - --release "$release" --workers 1 \
  --header-file "$header" --omit-header --first-line "{= \$_ = (seq() - 1) * $lines + 2 =}"
