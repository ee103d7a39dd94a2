import { isFileContent, type Endpoint, type RequestOf, type ResponseOf } from "./endpoint.ts";

/** An answer that is not a success, as the error envelope says it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>>,
    requestId: string | null,
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Where a client's calls go, and as whom. */
export interface ClientOptions {
  /** Without a slash at its end; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Sent with every call: authorization, tenant, branch. Asked anew for each. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly newIdempotencyKey?: () => string;
}

/** What one call may say beside its input. */
export interface CallOptions {
  /** The same key for the same intent: a second call with it gets the first one's answer. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sent in place of JSON, where the endpoint takes a form. */
  readonly form?: FormData;
  /** The request outlives the page that makes it; a browser carries at most 64 KiB so. */
  readonly keepalive?: boolean;
}

/** A successful answer, with its body as the contract types it. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function errorFrom(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const details = isRecord(error["details"]) ? error["details"] : {};
  const requestId = typeof error["request_id"] === "string" ? error["request_id"] : null;
  return new ApiError(
    status,
    textOf(error["code"], "unknown"),
    textOf(error["message"], `HTTP ${status}`),
    details,
    requestId,
  );
}

/** 128 random bits as text; works on pages that were not loaded over TLS, where `randomUUID` is missing. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function urlOf(baseUrl: string, endpoint: Endpoint, request: RequestOf<Endpoint>): string {
  const params = isRecord(request.params) ? request.params : {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(request.query) ? request.query : {})) {
    if (isPlain(value)) search.set(name, String(value));
  }
  const suffix = search.size === 0 ? "" : `?${search.toString()}`;
  return `${baseUrl}${path}${suffix}`;
}

/** A typed client of any contract: the endpoint object says what goes in and what comes out. */
export interface Client {
  /** @throws ApiError for every answer that is not a success; the platform's own error when nobody answers */
  call<E extends Endpoint>(
    endpoint: E,
    request?: RequestOf<E>,
    options?: CallOptions,
  ): Promise<Answer<ResponseOf<E>>>;
}

async function bodyOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.ok && isFileContent(endpoint.response)) return response.blob();
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

function acceptOf({ response }: Endpoint): string {
  // A refusal is JSON, whatever a success would be.
  const types = isFileContent(response) ? response.contentTypes : [];
  return [...types, "application/json"].join(", ");
}

// The platform says the boundary of a form by itself.
function sentBody(
  body: unknown,
  form: FormData | undefined,
): { readonly body?: string | FormData } {
  if (form !== undefined) return { body: form };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** Makes a client. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch.bind(globalThis);
  const newKey = options.newIdempotencyKey ?? randomKey;
  return {
    async call(endpoint, request, callOptions) {
      const isWrite = endpoint.method !== "GET";
      const given = request ?? {};
      const headers: Record<string, string> = { accept: acceptOf(endpoint), ...options.headers() };
      if (isWrite) headers["idempotency-key"] = callOptions?.idempotencyKey ?? newKey();
      if (given.body !== undefined) headers["content-type"] = "application/json";
      const response = await send(urlOf(options.baseUrl, endpoint, given), {
        method: endpoint.method,
        headers: { ...headers, ...callOptions?.headers },
        ...sentBody(given.body, callOptions?.form),
        ...(callOptions?.signal === undefined ? {} : { signal: callOptions.signal }),
        ...(callOptions?.keepalive === true ? { keepalive: true } : {}),
      });
      const body = await bodyOf(endpoint, response);
      if (!response.ok) throw errorFrom(response.status, body);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the server has checked it against the same contract
      return { status: response.status, body: body as never, headers: response.headers };
    },
  };
}
