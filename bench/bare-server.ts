import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * The least that a Node server can do for lookups: the same answers, one after the other, after `JSON.stringify`. The
 * body of a batch is parsed. The answers are read from standard input; the port is the argument.
 */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const answers = JSON.parse(Buffer.concat(chunks).toString()) as unknown[];
let answered = 0;

function answer(response: ServerResponse): void {
  const body = JSON.stringify(answers[answered % answers.length]);
  answered += 1;
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

async function answerBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  JSON.parse(Buffer.concat(body).toString());
  answer(response);
}

createServer((request, response) => {
  if (request.url === "/readyz") response.end();
  else if (request.method === "POST") answerBatch(request, response);
  else answer(response);
}).listen(Number(process.argv[2]), "127.0.0.1");
