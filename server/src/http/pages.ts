// Serves the two web apps: one page for the routes of the portal, one for form frames, each with its content security policy.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formScreens } from '@talaan/contract/cards.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { logoPath } from '../platform/env/logo.ts'
import { outsideDonePath } from '@talaan/contract/launches.ts'
import { problemAt } from './api/problem-json.ts'
import { ownOrigin } from './own-origin.ts'
import type { HttpContext } from './context.ts'
import { formPages, portalPages } from './preloads.ts'
import { practiceMark } from '../print/pdf-file.ts'

const reportTo = '/api/security/csp-report'

const nothing = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

/** Headers of every response, unless it sets others. */
export const headersOfAll = {
  'content-security-policy': nothing,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Headers of every API response. */
export const apiHeaders = {
  ...headersOfAll,
  'content-security-policy': `${nothing}; sandbox`,
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin',
} as const

const permissions =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=(), unload=()'

/** A frame may run its scripts, submit forms, ask before leaving and download files. It has no access to the portal's origin. */
export const frameSandbox = 'allow-scripts allow-forms allow-modals allow-downloads'

export async function servePages(
  app: FastifyInstance,
  context: HttpContext,
  webDir: string | undefined,
): Promise<void> {
  serveOutsideDone(app)
  if (webDir === undefined || !existsSync(join(webDir, 'index.html'))) return
  const logoAddress = context.env.companyLogo?.address ?? ''
  const practice = context.env.isPractice ? `<meta name="talaan-practice" content="${practiceMark}"></head>` : '</head>'
  const withPractice = (file: string) => readFileSync(join(webDir, file), 'utf8').replace('</head>', practice)
  const withLogo = (file: string) => withPractice(file).replace('__LOGO__', logoAddress)
  const signInPage = withLogo('index.html')
  // While the portal loads, the page shows Talaan's logo only if there is no company logo.
  const portalPage = logoAddress
    ? withLogo('portal.html').replace(/(<div class="early">).*?(<\/div>)/, '$1$2')
    : withLogo('portal.html')
  const pageAt = portalPages(webDir, portalPage)
  const framePage = formPages(webDir, withPractice('frame.html'))
  const outside = origins([...Object.values(context.env.formUrls)])
  const identity = origins([context.identity.facts.url])

  // Hashed files are public and never change. A frame has an opaque origin, so its modules need access for all origins.
  await app.register(serveStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    setHeaders: (reply) => {
      void reply.header('access-control-allow-origin', '*')
      void reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })

  const logo = context.env.companyLogo
  if (logo !== null) {
    // An SVG that is opened directly is a page, so its policy forbids everything.
    const headers = {
      'content-type': logo.type === 'image/svg+xml' ? `${logo.type}; charset=utf-8` : logo.type,
      'content-security-policy': `${nothing}; style-src 'unsafe-inline'; sandbox`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    }
    app.get(logoPath, async (_request, reply) => reply.headers(headers).send(logo.bytes))
  }

  app.get('/forms/:form', async (request, reply) => {
    const { form } = request.params as { form: string }
    if (!formScreens.some(({ frame }) => frame === form)) throw new Refusal(common.notThere)
    return page(
      reply,
      framePage(form),
      // 'self' does not work for an opaque origin, so the frame's policy names the host of the request.
      (nonce) => framePolicy(ownOrigin(context.env, request.headers.host), nonce),
      'SAMEORIGIN',
    )
  })

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    // Only routes of the portal get its page; missing files and API calls get a 404.
    if (
      /^\/(api|identity|assets|forms|healthz|readyz|metrics|mcp|company-logo)(\/|$)/.test(path) ||
      /\/\.|\.[^/]*$/.test(path)
    )
      throw new Refusal(problemAt(path))
    return page(
      reply,
      path === '/' ? signInPage : pageAt(path),
      (nonce) => portalPolicy(nonce, outside, identity),
      'DENY',
    )
  })
}

/** The last page of an external form that cannot send messages: it tells the portal around it that the form is finished. */
function serveOutsideDone(app: FastifyInstance): void {
  app.get(outsideDonePath, async (_request, reply) =>
    page(
      reply,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Finished</title><p>This form is finished.</p>
<script nonce="__NONCE__">parent.postMessage({ talaan: 'close' }, '*')</script></html>`,
      (nonce) =>
        `sandbox allow-scripts; default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'self'`,
      'SAMEORIGIN',
    ),
  )
}

function page(
  reply: FastifyReply,
  html: string,
  policy: (nonce: string) => string,
  frameOptions: 'DENY' | 'SAMEORIGIN',
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({
      'content-security-policy': policy(nonce),
      'reporting-endpoints': `csp="${reportTo}"`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': frameOptions,
      'referrer-policy': 'no-referrer',
      'permissions-policy': permissions,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-xss-protection': '0',
      'content-type': 'text/html; charset=utf-8',
    })
    .send(html.replaceAll('__NONCE__', nonce))
}

const portalPolicy = (nonce: string, frames: string[], identity: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...identity].join(' '),
    ['frame-src', "'self'", ...frames].join(' '),
    "form-action 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    'report-to csp',
    `report-uri ${reportTo}`,
  ].join('; ')

const framePolicy = (origin: string, nonce: string): string =>
  [
    `sandbox ${frameSandbox}`,
    "default-src 'none'",
    `script-src ${origin}/assets/`,
    `style-src ${origin}/assets/ 'nonce-${nonce}'`,
    'img-src data: blob:',
    `font-src ${origin}/assets/`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    `report-uri ${reportTo}`,
  ].join('; ')

const origins = (urls: string[]): string[] =>
  [
    ...new Set(urls.map((url) => URL.parse(url)?.origin).filter((origin) => origin !== undefined && origin !== 'null')),
  ] as string[]
