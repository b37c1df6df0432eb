declare module 'autocannon' {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests; replaces the duration. */
    amount?: number;
    requests: { setupRequest(request: Request): Request }[];
  }

  interface Result {
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    /** Per second. */
    requests: { average: number };
    '2xx': number;
    non2xx: number;
    /** Broken connections and timeouts. */
    errors: number;
  }

  /** Sends requests over concurrent connections. */
  export default function autocannon(options: Options): Promise<Result>;
}
