// The first calls of a page, begun while the portal is still on its way; api.ts takes their answers where it would have asked.
// It imports nothing, so that it runs long before the rest is loaded; so it repeats names of sign-in.ts and session.ts.

/** What the server wrote into the page that was asked for (first.ts). */
type First = { roles: readonly string[]; calls: readonly { address: string; polls: boolean }[] }

/** An answer that nobody took by then is old. */
const keptMs = 30_000

const begun = new Map<string, Promise<Response>>()
/** What the page has asked for by itself: an answer begun after that would be taken for a later question. */
const askedFor = new Set<string>()

/** The answer to a call that was begun early; each is taken once. */
export function takeEarly(address: string): Promise<Response> | undefined {
  askedFor.add(address)
  const answer = begun.get(address)
  begun.delete(address)
  return answer
}

/** Whose company it is, the portal says first; a call that has to name it waits for that answer. */
const factsPath = '/api/portal'
const namesCompany = /\{company\}/

/** The words of an address: '{search}' is what the page's own address says, '{}' its last part; what is empty is left out. */
export function filled(address: string, { pathname, search }: { pathname: string; search: string }): string {
  const asked = new URLSearchParams(search)
  const [path = '', query = ''] = address.split('?')
  const pairs = query.split('&').flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=')
    const word = value.startsWith('{') ? wordFor(value.slice(1, -1)) : value
    return word === '' ? [] : [`${key}=${word}`]
  })
  return path.replace('{}', wordFor('')) + (pairs.length > 0 ? `?${pairs.join('&')}` : '')

  function wordFor(name: string): string {
    return name === '' ? (pathname.split('/').findLast((part) => part !== '') ?? '') : encode(asked.get(name))
  }
}

const encode = (text: string | null) => encodeURIComponent(text ?? '')

/** Only what the page itself would ask a moment later: with the same bearer, and for a role that may see the page. */
export function begin({ roles, calls }: First): void {
  const token = localStorage.getItem('token')
  const role = localStorage.getItem('userRole')
  if (!token || !role || !roles.includes(role) || localStorage.getItem('firstLogin') === 'true') return
  askedFor.clear()
  const beginCall = (address: string, polls: boolean) => {
    if (askedFor.has(address)) return
    const headers = { authorization: `Bearer ${token}`, ...(polls && { 'x-idle-seconds': '0' }) }
    const answer = fetch(address, { headers, credentials: 'same-origin' })
    // The caller that takes it handles a failure; nobody else has to.
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
  setTimeout(() => begun.clear(), keptMs)
}

if (typeof document !== 'undefined') {
  const first = document.querySelector<HTMLMetaElement>('meta[name=first]')?.content
  if (first) begin(JSON.parse(first) as First)
}
