#!/bin/sh
# Sends a file of claims (XLSX or CSV) to the service and fetches the workbook: what was paid, what should have been, and why.
# With curl 7.84 or newer:
#   export RATEBOOK_API_KEY=...                       # the key that npm start printed
#   reprice.sh ca outpatient claims.xlsx report.xlsx
# The service is at RATEBOOK_URL, http://127.0.0.1:8080 when that is not set.
set -eu

state=$1 setting=$2 claims=$3 report=$4
url=${RATEBOOK_URL:-http://127.0.0.1:8080}

# The key comes by standard input: among the arguments every user of the machine could read it.
ask() {
  curl --silent --show-error --fail-with-body --header @- "$@" << HEADERS
Authorization: Bearer $RATEBOOK_API_KEY
HEADERS
}

# A refused file says why (--fail-with-body), on standard error like every failure.
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
if ! job=$(ask --output "$answer" --write-out '%header{location}' \
  --form "state=$state" --form "setting=$setting" --form "file=@$claims" "$url/api/v1/reprice"); then
  cat "$answer" >&2
  exit 1
fi

# The job lives for an hour; claims need not stay there that long.
trap 'rm -f "$answer"; ask --request DELETE "$url$job" > /dev/null' EXIT
while :; do
  ask --output "$answer" "$url$job"
  case $(grep -o '"status":"[a-z]*"' "$answer" | head -n 1) in
    *done*) break ;;
    *failed*)
      cat "$answer" >&2
      exit 1
      ;;
  esac
  sleep 1
done
ask --output "$report" "$url$job/workbook"
echo "$report"
