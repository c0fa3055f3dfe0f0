// The company logo is checked by its content at startup.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EnvironmentMistake, readEnvironment } from './env.ts'

const folder = mkdtempSync(join(tmpdir(), 'logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function given(content: string | Buffer): string {
  const path = join(folder, `logo-${++files}`)
  writeFileSync(path, content)
  return path
}

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`

test('without the variable there is no company logo', () => {
  expect(readEnvironment({}).companyLogo).toBeNull()
})

const right: [what: string, content: string | Buffer, type: string][] = [
  ['a PNG', png(640, 160), 'image/png'],
  ['a plain SVG', svg('<path d="M0 0h9v9z" fill="url(#g)"/>'), 'image/svg+xml'],
  ['an SVG as drawing programs save it', `\uFEFF<?xml version="1.0"?>\n<!-- by hand -->\n${svg('')}`, 'image/svg+xml'],
  ['an SVG with the old DOCTYPE', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${svg('')}`, 'image/svg+xml'],
  ['an SVG that refers to itself', svg('<use href="#a"/><image href="data:image/png;base64,AA=="/>'), 'image/svg+xml'],
]

for (const [what, content, type] of right) {
  test(`${what} is recognized by its content, whatever its file name`, () => {
    const { companyLogo } = readEnvironment({ COMPANY_LOGO: given(content) })
    expect(companyLogo).toMatchObject({ type })
    expect(companyLogo?.address).toMatch(/^\/company-logo\?[0-9a-f]{12}$/)
  })
}

const wrong: [what: string, content: string | Buffer, said: RegExp][] = [
  ['a page', '<html><svg></svg></html>', /neither a PNG picture nor an SVG drawing/],
  ['an empty file', '', /neither a PNG picture nor an SVG drawing/],
  ['a large file', Buffer.alloc(100_001), /is 101 kB.*the limit is 100 kB/],
  ['a large picture', png(4000, 10), /4000 by 10 pixels/],
  ['a script', svg('<script>alert(1)</script>'), /contains a script/],
  ['a script of a namespace', svg('<svg:script>alert(1)</svg:script>'), /contains a script/],
  ['a handler', svg('<path onload="alert(1)"/>'), /event handler/],
  ['a script address', svg('<a href="javascript:alert(1)"/>'), /script address/],
  ['a page in a drawing', svg('<foreignObject><p/></foreignObject>'), /not part of a drawing/],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, /neither|entities/],
  ['a picture from elsewhere', svg('<image xlink:href="https://example.com/a.png"/>'), /another file/],
  ['a style from elsewhere', svg('<style>path{fill:url(a.svg)}</style>'), /another file/],
]

for (const [what, content, said] of wrong) {
  test(`${what} as a logo is refused at startup with a message`, () => {
    const path = given(content)
    expect(() => readEnvironment({ COMPANY_LOGO: path })).toThrow(EnvironmentMistake)
    expect(() => readEnvironment({ COMPANY_LOGO: path })).toThrow(said)
    expect(() => readEnvironment({ COMPANY_LOGO: path })).toThrow(/^COMPANY_LOGO is '.*', which .*\.$/)
  })
}

test('a missing logo file is refused with a message', () => {
  expect(() => readEnvironment({ COMPANY_LOGO: join(folder, 'nothing.svg') })).toThrow(
    /which cannot be read \(ENOENT\)\. Use an SVG or PNG file, or remove the setting\.$/,
  )
})
