import { get } from "node:http";

/** The status that a connection of its own gets; the code of the error where there is no answer. */
export function statusOf(port: number, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ port, path, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode as number));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}
