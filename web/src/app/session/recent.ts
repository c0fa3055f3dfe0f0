// Recently opened pages, for the command palette. They are personal, so a logout removes them.

export type Recent = { path: string; title: string; detail: string }

const recentKey = 'talaan-recent'
const maxPages = 8

export function recentOf(clientId: string): Recent[] {
  try {
    const saved = JSON.parse(localStorage.getItem(recentKey) ?? '{}') as { clientId?: unknown; opened?: unknown }
    if (saved.clientId !== clientId || !Array.isArray(saved.opened)) return []
    return saved.opened.filter(isRecent).slice(0, maxPages)
  } catch {
    return []
  }
}

export function remember(clientId: string, opened: Recent): void {
  if (clientId === '') return
  const before = recentOf(clientId).filter(({ path }) => path !== opened.path)
  localStorage.setItem(recentKey, JSON.stringify({ clientId, opened: [opened, ...before].slice(0, maxPages) }))
}

function isRecent(value: unknown): value is Recent {
  const { path, title, detail } = (value ?? {}) as Record<string, unknown>
  return typeof path === 'string' && /^\/[^/\\]/.test(path) && typeof title === 'string' && typeof detail === 'string'
}
