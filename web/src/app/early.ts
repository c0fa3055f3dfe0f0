// The first calls of a page, started while the portal is still loading; api.ts uses their answers instead of calling
// again. This module imports nothing, so that it can run before everything else. That is why it repeats names from
// sign-in.ts and session.ts.

/** The server writes this into the page (first.ts). */
type First = { roles: readonly string[]; calls: readonly { address: string; polls: boolean }[] }

/** After this time, an unused answer is out of date. */
const maxAgeMs = 30_000

const begun = new Map<string, Promise<Response>>()
/** Calls that the page has made itself. An early answer to one of them would be mistaken for a newer one. */
const requested = new Set<string>()

/** The answer to an early call; each answer is used only once. */
export function earlyAnswer(address: string): Promise<Response> | undefined {
  requested.add(address)
  const answer = begun.get(address)
  begun.delete(address)
  return answer
}

/** A call that needs the company waits for the portal's facts, which contain it. */
const factsPath = '/api/portal'
const namesCompany = /\{company\}/

/**
 * Placeholders of an address: '{search}' is the page's query, '{}' the last part of its path. Empty ones are left out.
 */
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

/** Only calls that the page would make anyway: with the same bearer, and for a role that may see the page. */
export function begin({ roles, calls }: First): void {
  const token = localStorage.getItem('token')
  const role = localStorage.getItem('userRole')
  if (!token || !role || !roles.includes(role) || localStorage.getItem('firstLogin') === 'true') return
  requested.clear()
  const beginCall = (address: string, polls: boolean) => {
    if (requested.has(address)) return
    const headers = { authorization: `Bearer ${token}`, ...(polls && { 'x-idle-seconds': '0' }) }
    const answer = fetch(address, { headers, credentials: 'same-origin' })
    // The caller that uses the answer handles a failure.
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
    // The browser keeps a connection open until its answer is read or cancelled.
    for (const answer of begun.values()) void answer.then(({ body }) => body?.cancel()).catch(() => undefined)
    begun.clear()
  }, maxAgeMs)
}

if (typeof document !== 'undefined') {
  const first = document.querySelector<HTMLMetaElement>('meta[name=first]')?.content
  if (first) begin(JSON.parse(first) as First)
}
