import postgres from "postgres";

/** Connections with settings of their own. */
export function connectTo(port: number, connections: number, settings: Readonly<Record<string, string>> = {}) {
  return postgres({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database: "postgres",
    max: connections,
    connection: settings,
    onnotice: () => {},
  });
}
