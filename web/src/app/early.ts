// The first calls of a page, started while the portal is still loading; api.ts uses their answers instead of calling again.
// It imports nothing, so that it runs before the rest is loaded; that's why it repeats names of sign-in.ts and session.ts.

/** Written into the page by the server (first.ts). */
type First = { roles: readonly string[]; calls: readonly { address: string; polls: boolean }[] }

/** An answer that was not used by then is out of date. */
const maxAgeMs = 30_000

const begun = new Map<string, Promise<Response>>()
/** Calls that the page has made itself: an answer started before them would be taken for a newer one. */
const requested = new Set<string>()

/** The answer to a call that was started early; each is used once. */
export function earlyAnswer(address: string): Promise<Response> | undefined {
  requested.add(address)
  const answer = begun.get(address)
  begun.delete(address)
  return answer
}

/** A call that needs the company waits for the portal's own answer, which names it. */
const factsPath = '/api/portal'
const namesCompany = /\{company\}/

/** The placeholders of an address: '{search}' is the page's query, '{}' its last part; empty ones are left out. */
export function filled(address: string, { pathname, search }: { pathname: string; search: string }): string {
  const parameters = new URLSearchParams(search)
  const [path = '', query = ''] = address.split('?')
  const pairs = query.split('&').flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=')
    const word = value.startsWith('{') ? wordFor(value.slice(1, -1)) : value
    return word === '' ? [] : [`${key}=${word}`]
  })
  return path.replace('{}', wordFor('')) + (pairs.length > 0 ? `?${pairs.join('&')}` : '')

  function wordFor(name: string): string {
    return name === '' ? (pathname.split('/').findLast((part) => part !== '') ?? '') : encode(parameters.get(name))
  }
}

const encode = (text: string | null) => encodeURIComponent(text ?? '')

/** Only calls that the page would make a moment later: with the same bearer, and for a role that may see the page. */
export function begin({ roles, calls }: First): void {
  const token = localStorage.getItem('token')
  const role = localStorage.getItem('userRole')
  if (!token || !role || !roles.includes(role) || localStorage.getItem('firstLogin') === 'true') return
  requested.clear()
  const beginCall = (address: string, polls: boolean) => {
    if (requested.has(address)) return
    const headers = { authorization: `Bearer ${token}`, ...(polls && { 'x-idle-seconds': '0' }) }
    const answer = fetch(address, { headers, credentials: 'same-origin' })
    // The caller that uses it handles a failure.
    answer.catch(() => undefined)
    begun.set(address, answer)
  }
  for (const { address, polls } of calls) if (!namesCompany.test(address)) beginCall(filled(address, location), polls)
  for (const { address, polls } of calls.filter((call) => namesCompany.test(call.address))) {
    const named = (company: string) => beginCall(address.replace(namesCompany, encode(company)), polls)
    void begun
      .get(factsPath)
      ?.then(async (answer) => named(((await answer.clone().json()) as { company: string }).company))
      .catch(() => undefined)
  }
  setTimeout(() => {
    // Until an answer is read or given up, the browser holds its connection.
    for (const answer of begun.values()) void answer.then(({ body }) => body?.cancel()).catch(() => undefined)
    begun.clear()
  }, maxAgeMs)
}

if (typeof document !== 'undefined') {
  const first = document.querySelector<HTMLMetaElement>('meta[name=first]')?.content
  if (first) begin(JSON.parse(first) as First)
}
