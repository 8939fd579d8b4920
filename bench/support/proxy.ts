import { connect, createServer } from "node:net";

/*
 * The least that a proxy can be: each connection goes to the next node, and its bytes through as they are. Its port is the first
 * argument, those of the nodes follow.
 */
const [port, ...nodes] = process.argv.slice(2).map(Number);
let taken = 0;

createServer({ noDelay: true }, (client) => {
  const node = connect({ port: nodes[taken++ % nodes.length] as number, host: "127.0.0.1", noDelay: true });
  const end = () => {
    client.destroy();
    node.destroy();
  };
  client.on("error", end).on("close", end).pipe(node);
  node.on("error", end).on("close", end).pipe(client);
}).listen(port, "127.0.0.1");
