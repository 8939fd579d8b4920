import type { AnySql } from "../../../database/database.ts";
import { NODE_RIGHTS } from "../../../database/node-rights.ts";

/** The rights that the user lacks, each as a few words; to change the schema one needs more than to use it. */
export async function missingRights(sql: AnySql, isBehind: boolean): Promise<readonly string[]> {
  return isBehind ? await missingForSchema(sql) : await missingForUse(sql);
}

async function missingForSchema(sql: AnySql): Promise<readonly string[]> {
  const [row] = await sql<[{ may: boolean }]>`
    SELECT CASE WHEN to_regnamespace('ratebook') IS NULL
      THEN has_database_privilege(current_database(), 'CREATE')
      ELSE has_schema_privilege('ratebook', 'CREATE')
    END AS may`;
  return row.may ? [] : ["CREATE, to bring the schema ratebook up to date"];
}

async function missingForUse(sql: AnySql): Promise<readonly string[]> {
  const wanted = Object.entries(NODE_RIGHTS).flatMap(([table, rights]) =>
    rights.map((right, place) => ({ table, right, place })),
  );
  const rows = await sql<{ table: string; lacking: string }[]>`
    SELECT "table", string_agg("right", ', ' ORDER BY place) AS lacking
    FROM json_to_recordset(${JSON.stringify(wanted)}::text::json) AS wanted ("table" text, "right" text, place integer)
    WHERE NOT has_table_privilege('ratebook.' || "table", "right")
    GROUP BY "table" ORDER BY "table"`;
  return rows.map(({ table, lacking }) => `${lacking} on ratebook.${table}`);
}
