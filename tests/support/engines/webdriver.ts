/** The id of an element or of a shadow root in WebDriver's JSON (W3C WebDriver §12). */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** A reference to an element of the page. */
export type ElementReference = Record<typeof ELEMENT_KEY, string>;

/** A session with a driver: calls its commands by their paths. */
export interface WebDriverSession {
  version: string;
  get<Value>(path: string): Promise<Value>;
  post<Value>(path: string, body?: object): Promise<Value>;
  /** Calls a function in the page, given by its source. */
  run<Value>(source: string, ...args: unknown[]): Promise<Value>;
  /** The path of an element's command. */
  elementPath(element: ElementReference, command: string): string;
  end(): Promise<void>;
}

/** Longer than a browser takes to start, and any command, on a busy machine: what takes longer is stuck. */
const COMMAND_TIMEOUT_MS = 45_000;

const send = async <Value>(method: string, url: string, body?: object): Promise<Value> => {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(COMMAND_TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error} ${value.message} (${method} ${url})`);
  return value;
};

/** Opens a session with the driver at a URL (W3C WebDriver). */
export const openWebDriverSession = async (driver: string): Promise<WebDriverSession> => {
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', `${driver}/session`, { capabilities: { alwaysMatch: {} } });
  const session = `${driver}/session/${sessionId}`;
  const post = <Value>(path: string, body: object = {}) =>
    send<Value>('POST', session + path, body);
  return {
    version: capabilities.browserVersion,
    get: (path) => send('GET', session + path),
    post,
    run: (source, ...args) =>
      post('/execute/sync', { script: `return (${source})(...arguments)`, args }),
    elementPath: (element, command) => `/element/${element[ELEMENT_KEY]}/${command}`,
    end: () => send('DELETE', session),
  };
};
