import type { Migration } from "../migration.ts";

/**
 * What nodes follow: a number per topic that rises with every change, for those who ask, and a notification that names the
 * topic, for those who listen. The token is another one after every change: a standby that lagged and took over, or an old backup, may come to
 * a number that was seen before with other rows. Tables are put under a topic by a trigger of their own that calls `note_change`.
 */
export const changes: Migration = {
  name: "changes",
  statements: `
    CREATE TABLE ratebook.changes (
      topic text PRIMARY KEY,
      number bigint NOT NULL,
      token uuid NOT NULL
    );

    CREATE FUNCTION ratebook.note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ratebook.changes AS known (topic, number, token) VALUES (TG_ARGV[0], 1, gen_random_uuid())
        ON CONFLICT (topic) DO UPDATE SET number = known.number + 1, token = excluded.token;
      PERFORM pg_notify('ratebook', TG_ARGV[0]);
      RETURN NULL;
    END $$;
  `,
};
