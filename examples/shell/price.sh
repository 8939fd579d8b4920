#!/bin/sh
# Prices one lookup with curl 7.76 or newer, as JSON, or as a table for a spreadsheet.
#   export RATEBOOK_API_KEY=...                       # the key that npm start printed
#   price.sh ca outpatient npi=1000100010 billing_code=99213 date_of_service=2026-10-01
#   ACCEPT=text/csv price.sh ca outpatient npi=1000100010 billing_code=99213 > price.csv
# The service is at RATEBOOK_URL, http://127.0.0.1:8080 when that is not set. A refusal is printed with every fault; the exit code is 22 then.
set -eu

state=$1 setting=$2
shift 2
# Each name=value becomes a parameter, with its spaces and signs encoded.
for field; do
  set -- "$@" --data-urlencode "$field"
  shift
done

# The key comes by standard input: among the arguments every user of the machine could read it.
# Four retries, after 1, 2, 4 and 8 seconds or what Retry-After asks for, where the service is busy or away.
curl --silent --show-error --fail-with-body --retry 4 --max-time 30 --get --header @- "$@" \
  "${RATEBOOK_URL:-http://127.0.0.1:8080}/api/v1/$state/$setting/rate" << HEADERS
Authorization: Bearer $RATEBOOK_API_KEY
Accept: ${ACCEPT:-application/json}
HEADERS
