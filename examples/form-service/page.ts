// Pages as HTML. Each tells Talaan around it how high it is, and that the person is at work; the messages have no secrets.
const marked = Symbol('html')
export type Html = { [marked]: true; text: string }

type Part = string | number | Html | readonly Html[]

/** A template whose texts are escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.reduce((all, string, at) => all + textOf(parts[at - 1]) + string)
  return { [marked]: true, text }
}

function textOf(part: Part | undefined): string {
  if (part === undefined) return ''
  if (typeof part === 'number') return String(part)
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
  return 'text' in part ? part.text : part.map(({ text }) => text).join('')
}

/** `tell` is a message to Talaan once the page is shown. */
export const page = (title: string, body: Html, { tell }: { tell?: 'recorded' | 'prepared' } = {}): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${style}</style><main>${body.text}</main><script>${script}${tell === undefined ? '' : `;tell({ talaan: '${tell}' })`}</script></html>`

const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
main { max-width: 720px; padding: 16px }
h1 { font-size: 20px; margin: 0 0 12px }
label { display: block; margin-bottom: 12px }
label > :is(input, select) { display: block; width: 100%; box-sizing: border-box }
input, select, button { font: inherit; padding: 6px 10px }
table { border-collapse: collapse; width: 100%; margin-bottom: 12px }
th, td { padding: 6px 8px; text-align: left; border-bottom: 1px solid #8884 }
td input, td select { width: 100%; box-sizing: border-box; min-width: 64px }
.n { text-align: right; font-variant-numeric: tabular-nums }
[role=alert], .warning { border: 1px solid currentColor; padding: 8px 12px; list-style-position: inside }
`

const script = `
const tell = (message) => parent.postMessage(message, '*')
const measure = () => tell({ talaan: 'height', height: Math.min(20000, Math.max(400, Math.ceil(document.querySelector('main').getBoundingClientRect().height) + 32)) })
new ResizeObserver(measure).observe(document.querySelector('main'))
let told = -Infinity
const atWork = () => {
  if (performance.now() - told < 30000) return
  told = performance.now()
  tell({ talaan: 'activity' })
}
for (const event of ['keydown', 'pointerdown']) addEventListener(event, atWork)
addEventListener('input', () => tell({ talaan: 'unsaved', unsaved: true }))
addEventListener('submit', () => tell({ talaan: 'unsaved', unsaved: false }))
document.querySelector('[data-close]')?.addEventListener('click', () => tell({ talaan: 'close' }))
`
