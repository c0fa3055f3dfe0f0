/** On a phone, a row of tabs is wider than the screen; scrolls to the open tab. */
export function intoView(tab: HTMLAnchorElement | null): void {
  if (tab?.getAttribute('aria-current') === 'page') tab.scrollIntoView({ block: 'nearest', inline: 'center' })
}
