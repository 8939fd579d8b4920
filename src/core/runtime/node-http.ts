/*
 * An `import` of a module's value reads all its exports, and one of `node:http` loads Node's WebSocket client: 45 ms of processor time, a
 * twentieth of the start of a server. `getBuiltinModule` reads what is used.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");
