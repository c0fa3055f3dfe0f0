// The party, account or document that a part of the form shows, in the attribute data-opens. Alt+O opens it.
export type Opens = { what: 'party' | 'account' | 'document'; id: string }

export const opens = (what: Opens['what'], id: string | null | undefined) =>
  id ? { 'data-opens': `${what} ${id}` } : undefined

export function opensIn(target: EventTarget | null): Opens | null {
  const shown = target instanceof Element ? target.closest<HTMLElement>('[data-opens]')?.dataset.opens : undefined
  const [what, id] = shown?.split(' ') ?? []
  return id !== undefined && (what === 'party' || what === 'account' || what === 'document') ? { what, id } : null
}
