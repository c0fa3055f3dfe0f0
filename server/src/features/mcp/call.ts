// A call of the public API by the MCP server.
export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT'
  /** Below /api/v1. */
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  bytes?: Uint8Array
  idempotencyKey?: string
}
export type ApiAnswer = { status: number; body: unknown }
/** Calls the public API with the key of the assistant. */
export type CallApi = (request: ApiRequest) => Promise<ApiAnswer>

/** The request of a call as it is sent. */
export function wireOf({ path, query = {}, body, bytes, idempotencyKey }: ApiRequest, token: string) {
  const asked = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = new URLSearchParams(asked).toString()
  const payload = bytes === undefined ? (body === undefined ? undefined : JSON.stringify(body)) : Buffer.from(bytes)
  return {
    url: `/api/v1${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(payload !== undefined && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    payload,
  }
}
