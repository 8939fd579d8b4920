import type { Migration } from "../migration.ts";

/**
 * What keys have used of windows of their rate limits, and the function that lends from them as `LeaseIssuer` does
 * (`src/keys/lease.ts`). Nothing here is worth keeping for more than ten seconds: the table has no write-ahead log, and is empty after
 * a crash of the server or a failover.
 *
 * Nodes pass the window that the clock of the database is in (`src/keys/postgres-limit-store.ts`). Those of earlier versions pass
 * that of their own clock: one that is ahead begins the next window earlier, and finds there what others leave.
 */
export const limits: Migration = {
  name: "limits",
  statements: `
    CREATE UNLOGGED TABLE ratebook.limits (
      key_id text NOT NULL,
      window_number bigint NOT NULL,
      used bigint NOT NULL,
      PRIMARY KEY (key_id, window_number)
    );

    CREATE FUNCTION ratebook.lend(
      asked_key text, asked_window bigint, window_limit bigint, unused bigint, further bigint[], costs bigint[],
      lease_divisor bigint, window_milliseconds bigint, OUT admitted integer, OUT lookups bigint, OUT remaining bigint
    ) LANGUAGE plpgsql AS $$
    DECLARE
      now_used bigint;
      cost bigint;
    BEGIN
      -- The row is locked by this, whether it is new or not.
      INSERT INTO ratebook.limits AS known (key_id, window_number, used) VALUES (asked_key, asked_window, 0)
        ON CONFLICT (key_id, window_number) DO UPDATE SET used = greatest(0, known.used - lend.unused)
        RETURNING used INTO now_used;
      IF now_used = 0 THEN
        -- By the clock of the database: that of a node may be ahead, and others are still in earlier windows.
        DELETE FROM ratebook.limits WHERE key_id = asked_key AND window_number <
          least(asked_window, floor(extract(epoch FROM clock_timestamp()) * 1000 / window_milliseconds)::bigint) - 6;
      END IF;
      admitted := 0;
      FOREACH cost IN ARRAY further LOOP
        EXIT WHEN now_used > window_limit;
        now_used := now_used + cost;
        admitted := admitted + 1;
      END LOOP;
      FOREACH cost IN ARRAY costs LOOP
        EXIT WHEN now_used >= window_limit;
        now_used := now_used + cost;
        admitted := admitted + 1;
      END LOOP;
      lookups := greatest(0, (window_limit - now_used) / lease_divisor);
      now_used := now_used + lookups;
      remaining := greatest(0, window_limit - now_used);
      UPDATE ratebook.limits SET used = now_used WHERE key_id = asked_key AND window_number = asked_window;
    END $$;
  `,
};
