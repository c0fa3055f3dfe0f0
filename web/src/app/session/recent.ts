// Recently opened pages, for the palette. They are personal: a logout removes them.

export type Recent = { path: string; title: string; detail: string }

const recentKey = 'talaan-recent'
const maxPages = 8

export function recentOf(clientId: string): Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(recentKey) ?? '{}') as { clientId?: unknown; opened?: unknown }
    if (kept.clientId !== clientId || !Array.isArray(kept.opened)) return []
    return kept.opened.filter(isRecent).slice(0, maxPages)
  } catch {
    return []
  }
}

export function remember(clientId: string, opened: Recent): void {
  if (clientId === '') return
  const before = recentOf(clientId).filter(({ path }) => path !== opened.path)
  localStorage.setItem(recentKey, JSON.stringify({ clientId, opened: [opened, ...before].slice(0, maxPages) }))
}

function isRecent(given: unknown): given is Recent {
  const { path, title, detail } = (given ?? {}) as Record<string, unknown>
  return typeof path === 'string' && /^\/[^/\\]/.test(path) && typeof title === 'string' && typeof detail === 'string'
}
