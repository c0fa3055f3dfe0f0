// Types text into the field that has the focus, replacing its selection.
/**
 * The command is deprecated, but has no replacement: after setRangeText, or any other value set by a script, Ctrl+Z
 * undoes neither the text nor what was typed before it.
 */
export function typeText(text: string): void {
  document.execCommand('insertText', false, text)
}
