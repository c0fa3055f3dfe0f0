/** On a telephone a row of tabs is wider than the screen; the one that is open is shown. */
export function intoView(tab: HTMLAnchorElement | null): void {
  if (tab?.getAttribute('aria-current') === 'page') tab.scrollIntoView({ block: 'nearest', inline: 'center' })
}
