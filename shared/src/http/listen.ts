import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";

/** Listens, and says on which port. 0 asks for any. */
export function listen(server: NetServer, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * Holds what is asked of a server that listens and is not yet put together: without a listener Node.js would take such
 * a request and never answer it. Returns what hands the held requests, and all later ones, to the application.
 */
export function pauseRequests(server: Server): (app: RequestListener) => void {
  const held: (readonly [IncomingMessage, ServerResponse])[] = [];
  const hold = (request: IncomingMessage, response: ServerResponse) => {
    held.push([request, response]);
  };
  server.on("request", hold);
  return (app) => {
    server.off("request", hold);
    server.on("request", app);
    for (const [request, response] of held.splice(0)) app(request, response);
  };
}

const patienceMs = 2_000;

/** Ends a server: requests under way may finish, connections that only wait are closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), patienceMs).unref();
  });
}
