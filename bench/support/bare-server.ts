import { createServer } from "node:http";

/** The least a Node server can do for a lookup: the same bytes after `JSON.stringify`. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());

createServer((_request, response) => {
  const body = JSON.stringify(answer);
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1");
