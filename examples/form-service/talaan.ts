// The calls of the API that the forms need.
export type Launch = {
  form: string
  kinds: string[]
  draftId: string
  mayRecord: boolean
  partyId: string | null
  today: string
}
export type Entry = { account: string; name: string; debit: string; credit: string }
export type Mistake = { pointer: string; message: string }
type Review = { digest: string; title: string; numberToBe: string; total: string; entry: Entry[]; warnings: string[] }
type Problem = { title?: string; code?: string; fields?: Mistake[] }

export type Api = ReturnType<typeof talaanApi>

export function talaanApi(url: string, token: string) {
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response
  }
  async function json<T>(response: Response): Promise<T> {
    if (response.ok) return (await response.json()) as T
    const { title = 'Talaan is not responding.', fields = [] } = (await response.json().catch(() => ({}))) as Problem
    throw new Error([title, ...fields.map(({ message }) => message)].join(' '))
  }
  return {
    get: async <T>(path: string): Promise<T> => json<T>(await send('GET', path)),
    post: async <T>(path: string, body: unknown): Promise<T> => json<T>(await send('POST', path, body)),
    put: async (path: string, body: unknown): Promise<void> => void (await json(await send('PUT', path, body))),
    bytes: async (path: string): Promise<Uint8Array> => new Uint8Array(await (await send('GET', path)).arrayBuffer()),
    /** The mistakes of a draft are shown in the form. */
    async review(draftId: string): Promise<Review | { mistakes: Mistake[] }> {
      const response = await send('POST', `/drafts/${draftId}/review`, {})
      if (response.status !== 422) return json<Review>(response)
      const { title = '', fields = [] } = (await response.json()) as Problem
      return { mistakes: fields.length > 0 ? fields : [{ pointer: '', message: title }] }
    },
  }
}
