// Types text into the field that has the focus, over its selection.
/**
 * The command is deprecated, but nothing has replaced it: after setRangeText, or another value set by a script, Ctrl+Z takes back
 * neither the text nor what was typed before it.
 */
export function typeText(text: string): void {
  document.execCommand('insertText', false, text)
}
