// The configuration: environment variables, checked at startup; an error message names the variable.
import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import pg from 'pg'
import { clientIdPattern } from '@talaan/contract/session.ts'
import { formScreens } from '@talaan/contract/cards.ts'
import { formPlaceholders } from '@talaan/contract/launches.ts'
import { clearTextIn, isThisMachine } from '../clear-text.ts'
import { databaseAddresses } from '../db/addresses.ts'
import { logLevels } from '../log.ts'
import { knownPasswordRefusal } from '../known-passwords.ts'
import type { LogLevel } from '../log.ts'
import { readLogo, type Logo } from './logo.ts'

export type Firebase = {
  projectId: string
  apiKey: string
  serviceAccount: { clientEmail: string; privateKey: string; keyId: string }
  /** Base URL of the Identity Toolkit: Google's, or that of an emulator or a test server. */
  authUrl: string
  /** URL of the public keys for ID tokens. */
  keysUrl: string
  /** Whether to accept the unsigned ID tokens of the local emulator; only for development. */
  emulator: boolean
}

/** Connections that may be unencrypted over a network. */
const clearTextKinds = ['http', 'database', 'mail'] as const
type ClearText = (typeof clearTextKinds)[number]

export type Environment = {
  port: number
  /** An address, or the path of a Unix socket. */
  host: string
  /** The certificate and key with which the portal itself serves HTTPS. */
  tls: { cert: string; key: string } | null
  /** Connections that the operator accepts without encryption. */
  unencrypted: ClearText[]
  publicUrl: string | null
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: string[]
  dataDir: string
  /** May list several servers, of which one accepts changes. */
  databaseUrl: string | null
  /** Limit for one user; null: no limit. */
  callsPerMinute: number | null
  /** Bearer token for /metrics; null: there is no such page. */
  metricsToken: string | null
  /** How long /healthz says that the portal is stopping before it accepts no more calls. */
  drainSeconds: number
  /** Limit for one user. */
  uploadMegabytesPerDay: number
  /** Files are refused below this free space; null: a share of the disk. */
  minFreeDiskMegabytes: number | null
  /** Where clamd listens; null: files are not scanned for malware. */
  clamd: { path: string } | { host: string; port: number } | null
  /** A file of leaked passwords, as Have I Been Pwned publishes them. */
  breachedPasswordsFile: string | null
  /** Signs exported sales documents; null for a key made by the portal. */
  eInvoiceKey: KeyObject | null
  /** The folder for backups, and the public key that encrypts them; null: no backups. */
  backup: { folder: string; key: string | null } | null
  /** Address for a message after each backup, and for an alarm if it failed or the books have errors. */
  backupEmail: string | null
  /** Address of an external accountant, who gets the ends of both chains at each closing. */
  accountantEmail: string | null
  /** A second folder that gets the log of each commit before it is confirmed, and whether Talaan stops if the folder fails. */
  mirror: { folder: string; stops: boolean } | null
  companyName: string
  /** Replaces Talaan's logo. */
  companyLogo: Logo | null
  adminClientId: string
  adminPassword: string | null
  smtpUrl: string | null
  /** The mailbox that gets e-mails which could not be delivered; null: it is not read. */
  returnsImapUrl: string | null
  /** The mailbox that gets e-mails with invoices, and the folder to which taken ones are moved; null: it is not read. */
  arrivalsImap: { url: string; moveTo: string | null } | null
  /** The folder from which files are taken into Arrivals; null: there is none. */
  arrivalsFolder: string | null
  mailFrom: string
  /** The address for inquiries; null: the address of mailFrom. */
  contactEmail: string | null
  /** Lines about the company on the contact page. */
  contactDetails: string[]
  /** URLs of externally hosted forms, by form name. */
  formUrls: Record<string, string>
  /** Private networks to which webhooks may be sent. */
  webhookPrivateNetworks: string[]
  firebase: Firebase | null
  /** The books are for practice: nothing is sent to other machines, and no backup or second copy of the log is written. */
  isPractice: boolean
  logLevel: LogLevel
}

/** The default company name. */
export const defaultCompanyName = 'My Company'

export class EnvironmentMistake extends Error {
  override name = 'EnvironmentMistake'
}

const mistake = (sentence: string): never => {
  throw new EnvironmentMistake(sentence)
}

export function readEnvironment(given: Record<string, string | undefined>): Environment {
  const env = withSecretFiles(given)
  const text = (name: string) => {
    const value = env[name]?.trim()
    return value === undefined || value === '' ? null : value
  }

  const tls = tlsOf(text('TLS_CERT_FILE'), text('TLS_KEY_FILE'))
  const unencrypted = unencryptedOf(text('ALLOW_UNENCRYPTED'))
  const address = {
    port: portOf(text('PORT') ?? '3000'),
    host: hostOf(text('HOST') ?? '127.0.0.1', tls !== null || unencrypted.includes('http')),
    publicUrl: urlOf('PUBLIC_URL', text('PUBLIC_URL'), ['http:', 'https:']),
  }
  const isPractice = practiceOf(text('PRACTICE'))
  /** Checked, but not used for practice. */
  const live = <T>(value: T | null): T | null => (isPractice ? null : value)
  return {
    ...address,
    tls,
    unencrypted,
    trustedProxies: proxiesOf(text('TRUSTED_PROXIES'), address.host),
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrlOf(text('DATABASE_URL'), unencrypted.includes('database')),
    callsPerMinute: wholeNumberOf('CALLS_PER_MINUTE', text('CALLS_PER_MINUTE') ?? '3000') || null,
    metricsToken: metricsTokenOf(text('METRICS_TOKEN')),
    drainSeconds: drainOf(text('DRAIN_SECONDS') ?? '0'),
    uploadMegabytesPerDay: megabytesOf('UPLOAD_MB_PER_DAY', text('UPLOAD_MB_PER_DAY') ?? '500'),
    minFreeDiskMegabytes: optionalMegabytesOf('MIN_FREE_DISK_MB', text('MIN_FREE_DISK_MB')),
    clamd: clamdOf(text('CLAMD')),
    breachedPasswordsFile: readableOf('BREACHED_PASSWORDS_FILE', text('BREACHED_PASSWORDS_FILE')),
    eInvoiceKey: signingKeyOf('EINVOICE_KEY_FILE', text('EINVOICE_KEY_FILE')),
    backup: live(backupOf(text('BACKUP_DIR'), text('BACKUP_KEY'))),
    backupEmail: emailOf('BACKUP_EMAIL', text('BACKUP_EMAIL')),
    accountantEmail: emailOf('ACCOUNTANT_EMAIL', text('ACCOUNTANT_EMAIL')),
    mirror: live(mirrorOf(text)),
    companyName: companyOf(text('COMPANY_NAME') ?? defaultCompanyName),
    companyLogo: logoOf(text('COMPANY_LOGO')),
    adminClientId: clientIdOf(text('ADMIN_CLIENT_ID') ?? 'admin'),
    adminPassword: adminPasswordOf(env['ADMIN_PASSWORD'], text('ADMIN_CLIENT_ID') ?? 'admin'),
    smtpUrl: live(smtpUrlOf(text('SMTP_URL'), unencrypted.includes('mail'))),
    returnsImapUrl: live(imapUrlOf('RETURNS_IMAP_URL', text('RETURNS_IMAP_URL'))),
    arrivalsImap: live(arrivalsImapOf(text('ARRIVALS_IMAP_URL'), text('ARRIVALS_IMAP_MOVE_TO'))),
    arrivalsFolder: live(pathOf(text('ARRIVALS_FOLDER'))),
    mailFrom: mailFromOf(text('MAIL_FROM') ?? 'Talaan <talaan@localhost>'),
    contactEmail: emailOf('CONTACT_EMAIL', text('CONTACT_EMAIL')),
    contactDetails: contactDetailsOf(text('CONTACT_DETAILS')),
    formUrls: formUrlsOf(env, address),
    webhookPrivateNetworks: networksOf('WEBHOOK_PRIVATE_NETWORKS', text('WEBHOOK_PRIVATE_NETWORKS')),
    firebase: firebaseOf(text),
    isPractice,
    logLevel: logLevelOf(text('LOG_LEVEL') ?? 'info'),
  }
}

/** Secrets can be in files, which only the portal can read: of systemd's credentials, Docker's secrets or a vault's agent. */
const secrets = [
  'DATABASE_URL',
  'SMTP_URL',
  'RETURNS_IMAP_URL',
  'ARRIVALS_IMAP_URL',
  'ADMIN_PASSWORD',
  'FIREBASE_SERVICE_ACCOUNT',
  'METRICS_TOKEN',
] as const

function withSecretFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const env = { ...given }
  for (const name of secrets) {
    const path = given[`${name}_FILE`]?.trim() ?? ''
    if (path === '') continue
    if ((given[name] ?? '').trim() !== '') mistake(`${name} and ${name}_FILE are both set. Remove one of them.`)
    env[name] = fileOf(`${name}_FILE`, path).replace(/\r?\n$/, '')
    if (env[name] === '') mistake(`${name}_FILE is '${path}', which is empty. Write the value of ${name} to this file.`)
  }
  return env
}

function fileOf(name: string, path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8')
  } catch (error) {
    return mistake(`${name} is '${path}', which can't be read (${codeOf(error)}). Correct the path or its permissions.`)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown error'

function readableOf(name: string, path: string | null): string | null {
  if (path === null) return null
  try {
    accessSync(resolve(path), constants.R_OK)
    return resolve(path)
  } catch (error) {
    return mistake(`${name} is '${path}', which can't be read (${codeOf(error)}). Correct the path or its permissions.`)
  }
}

function signingKeyOf(name: string, path: string | null): KeyObject | null {
  if (path === null) return null
  const pem = fileOf(name, path)
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Said below, like a key of another kind.
  }
  return mistake(`${name} is '${path}', which has no RSA or P-256 private key in PEM format without a passphrase.`)
}

function unencryptedOf(text: string | null): ClearText[] {
  return (text ?? '').split(',').flatMap((part) => {
    const named = part.trim()
    const kind = clearTextKinds.find((one) => one === named)
    if (kind !== undefined || named === '') return kind ?? []
    return mistake(
      `ALLOW_UNENCRYPTED contains '${named}'. Use ${clearTextKinds.join(', ')}, or several of them separated by commas.`,
    )
  })
}

function tlsOf(certFile: string | null, keyFile: string | null): Environment['tls'] {
  if (certFile === null && keyFile === null) return null
  if (certFile === null || keyFile === null)
    return mistake('HTTPS requires TLS_CERT_FILE and TLS_KEY_FILE. Set both or none.')
  const tls = { cert: fileOf('TLS_CERT_FILE', certFile), key: fileOf('TLS_KEY_FILE', keyFile) }
  try {
    createSecureContext(tls)
    return tls
  } catch (error) {
    return mistake(
      `TLS_CERT_FILE and TLS_KEY_FILE can't be used (${codeOf(error)}). They must be a certificate with its chain and the matching key without a passphrase, both in PEM format.`,
    )
  }
}

function hostOf(host: string, mayBeReached: boolean): string {
  if (mayBeReached || isThisMachine(host)) return host
  return mistake(
    `HOST is '${host}', so others could read the traffic of the portal on the network. Set TLS_CERT_FILE and TLS_KEY_FILE, or use HOST=127.0.0.1 or the path of a Unix socket with a proxy that serves HTTPS. To accept plain HTTP on a private network, set ALLOW_UNENCRYPTED=http.`,
  )
}

function databaseUrlOf(text: string | null, mayBeClear: boolean): string | null {
  const addresses = text === null ? [] : databaseAddresses(text)
  if (addresses === undefined)
    return mistake(
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://, for example postgres://talaan:secret@db.example.com/talaan. Correct it or remove it.',
    )
  const url = text?.replace(/\/$/, '') ?? null
  if (url === null || mayBeClear) return url
  const host = addresses.map(databaseHost).find((each) => !isThisMachine(each))
  // The options of the address are those of each host.
  if (host === undefined || new URL(addresses[0] ?? url).searchParams.getAll('sslmode').at(-1) === 'verify-full')
    return url
  return mistake(
    `DATABASE_URL connects to ${host} without verified encryption. Add ?sslmode=verify-full to the address, or connect over a Unix socket. To accept an unencrypted connection on a private network, set ALLOW_UNENCRYPTED=database.`,
  )
}

/** The host to which the library connects; a parameter of the address can name another one. */
function databaseHost(url: string): string {
  try {
    return new pg.Client(url).host
  } catch (error) {
    return mistake(`DATABASE_URL can't be used: ${(error as Error).message}. Correct the address.`)
  }
}

function smtpUrlOf(text: string | null, mayBeClear: boolean): string | null {
  const url = urlOf('SMTP_URL', text, ['smtp:', 'smtps:'])
  const option = url === null || mayBeClear ? undefined : clearTextIn(url)
  if (option === undefined) return url
  return mistake(
    `SMTP_URL contains ${option}, so messages could be read on the network. Remove it. To accept an unencrypted connection on a private network, set ALLOW_UNENCRYPTED=mail.`,
  )
}

function imapUrlOf(name: string, text: string | null): string | null {
  const url = urlOf(name, text, ['imap:', 'imaps:'])
  if (url === null) return null
  const { username, password, search } = new URL(url)
  if (username !== '' && password !== '' && search === '') return url
  return mistake(
    `${name} needs the user name and the password of the mailbox, for example imaps://user:password@mail.example.com/INBOX. Percent-encode special characters.`,
  )
}

const pathOf = (text: string | null): string | null => (text === null ? null : resolve(text))

function arrivalsImapOf(text: string | null, moveTo: string | null): Environment['arrivalsImap'] {
  const url = imapUrlOf('ARRIVALS_IMAP_URL', text)
  if (url === null && moveTo !== null)
    return mistake('ARRIVALS_IMAP_MOVE_TO can be used only with ARRIVALS_IMAP_URL, the mailbox for invoices.')
  return url === null ? null : { url, moveTo }
}

function clamdOf(text: string | null): Environment['clamd'] {
  if (text === null) return null
  if (text.startsWith('/')) return { path: text }
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (isThisMachine(host) && host !== '') return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
  return mistake(
    `CLAMD is '${text}'. Use the path of clamd's socket, for example CLAMD=/run/clamav/clamd.ctl, or its port on this machine, for example CLAMD=127.0.0.1:3310.`,
  )
}

function logLevelOf(text: string): LogLevel {
  const level = logLevels.find((one) => one === text.toLowerCase())
  return level ?? mistake(`LOG_LEVEL is '${text}'. Use one of ${logLevels.join(', ')}.`)
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port
  return mistake(`PORT is '${text}'. Use a number from 0 to 65535, for example PORT=3000 (0 uses any free port).`)
}

function wholeNumberOf(name: string, text: string, of = ''): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  return mistake(`${name} is '${text}'. Use a whole number${of}, for example ${name}=500.`)
}

const megabytesOf = (name: string, text: string): number => wholeNumberOf(name, text, ' of megabytes')

const optionalMegabytesOf = (name: string, text: string | null): number | null =>
  text === null ? null : megabytesOf(name, text)

function urlOf(name: string, text: string | null, protocols: string[]): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url !== null && protocols.includes(url.protocol)) return text.replace(/\/$/, '')
  return mistake(
    `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}. Correct it or remove it.`,
  )
}

function metricsTokenOf(text: string | null): string | null {
  if (text === null || /^[\x21-\x7e]{16,}$/.test(text)) return text
  return mistake(
    'METRICS_TOKEN must have at least 16 characters without spaces. Create one, for example with: openssl rand -hex 32',
  )
}

function drainOf(text: string): number {
  if (/^\d{1,2}$/.test(text) && Number(text) <= 60) return Number(text)
  return mistake(`DRAIN_SECONDS is '${text}'. Use a number of seconds from 0 to 60, for example DRAIN_SECONDS=5.`)
}

function proxiesOf(text: string | null, host: string): string[] {
  if (text !== null && host.startsWith('/'))
    return mistake(
      'TRUSTED_PROXIES is not needed with a Unix socket in HOST, because only the proxy can open it. Remove TRUSTED_PROXIES.',
    )
  const named = (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
  for (const one of named) {
    const [address = '', bits] = one.split('/')
    const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1
    // A very large network would let any client fake its address.
    if (most < 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= most)))
      return mistake(
        `TRUSTED_PROXIES contains '${one}'. Use addresses or networks separated by commas, for example 127.0.0.1,10.0.0.0/8.`,
      )
  }
  return named
}

function backupOf(folder: string | null, key: string | null): Environment['backup'] {
  if (key !== null && !/^age1[02-9ac-hj-np-z]{58}$/.test(key))
    return mistake(
      "BACKUP_KEY must be a public key, which begins with age1. Create one with 'npm run talaan backup-key'.",
    )
  if (folder === null && key !== null)
    return mistake('BACKUP_KEY can be used only with BACKUP_DIR, the folder for the backups.')
  return folder === null ? null : { folder: resolve(folder), key }
}

function practiceOf(text: string | null): boolean {
  if (text === null || text === 'off') return false
  return text === 'on' || mistake(`PRACTICE is '${text}'. Use on for a practice portal, or off, which is the default.`)
}

function mirrorOf(text: (name: string) => string | null): Environment['mirror'] {
  const [folder, fails] = [text('MIRROR_DIR'), text('MIRROR_FAILS') ?? 'continue']
  if (fails !== 'continue' && fails !== 'stop')
    return mistake(`MIRROR_FAILS is '${fails}'. Use continue, which is the default, or stop.`)
  if (folder === null) return null
  if (text('BACKUP_DIR') === null)
    return mistake('MIRROR_DIR can be used only with BACKUP_DIR, the folder for the backups.')
  if (text('DATABASE_URL') !== null)
    return mistake(
      'MIRROR_DIR can be used only with the embedded database. For the server in DATABASE_URL, use the replication of PostgreSQL.',
    )
  return { folder: resolve(folder), stops: fails === 'stop' }
}

function companyOf(text: string): string {
  if (text.length <= 200 && !/[\r\n]/.test(text)) return text
  return mistake('COMPANY_NAME must be one line of at most 200 characters.')
}

function logoOf(path: string | null): Logo | null {
  if (path === null) return null
  const read = readLogo(resolve(path))
  if (!('refused' in read)) return read
  return mistake(`COMPANY_LOGO is '${path}', which ${read.refused}. Use an SVG or PNG file, or remove the setting.`)
}

function clientIdOf(text: string): string {
  if (clientIdPattern.test(text)) return text
  return mistake(
    `ADMIN_CLIENT_ID is '${text}'; a Client ID has 3 to 64 letters, digits, dots, dashes, underscores or @.`,
  )
}

function adminPasswordOf(text: string | undefined, clientId: string): string | null {
  if (text === undefined || text === '') return null
  const refused = knownPasswordRefusal(text, clientId)
  if (refused === undefined) return text
  return mistake(
    `ADMIN_PASSWORD cannot be used: ${refused} It needs at least 8 characters with a digit, a lowercase and an uppercase letter and a special character.`,
  )
}

function mailFromOf(text: string): string {
  if (/^[^\r\n]*@[^\r\n]*$/.test(text) && text.length <= 320) return text
  return mistake(`MAIL_FROM is '${text}'. Use one address, for example MAIL_FROM='Accounting <books@example.com>'.`)
}

function emailOf(name: string, text: string | null): string | null {
  if (text === null) return null
  if (text.length <= 254 && /^[^\s<>,;:"()[\]\\@]+@[A-Za-z0-9.-]+$/.test(text)) return text
  return mistake(`${name} is '${text}'. Use one address without a name, for example ${name}=help@example.com.`)
}

const longestContactDetails = 500

function contactDetailsOf(text: string | null): string[] {
  if (text === null) return []
  if (text.length <= longestContactDetails && !/\p{Cc}/u.test(text)) {
    return text.split(/(?:^|\s)\|(?:\s|$)/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  }
  return mistake(
    `CONTACT_DETAILS can have at most ${longestContactDetails} characters and no line breaks; separate lines with ' | ', for example CONTACT_DETAILS='12 Rizal Ave., Manila | (02) 8123 4567'.`,
  )
}

type Address = Pick<Environment, 'port' | 'host' | 'publicUrl'>

function formUrlsOf(env: Record<string, string | undefined>, own: Address): Record<string, string> {
  const urls: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('FORM_URL_') || value === undefined || value.trim() === '') continue
    const form = name.slice('FORM_URL_'.length).toLowerCase()
    if (!formScreens.some(({ frame }) => frame === form)) {
      mistake(
        `${name} is not the name of a form. The forms are ${formScreens.map(({ frame }) => frame.toUpperCase()).join(', ')}.`,
      )
    }
    const url = urlOf(name, value.trim(), ['http:', 'https:'])
    if (url === null) continue
    const unknown = [...url.matchAll(/\{(\w*)\}/g)].find(([, placeholder]) => !isPlaceholder(placeholder))
    if (unknown !== undefined)
      mistake(
        `${name} contains the unknown placeholder ${unknown[0]}. The placeholders are ${formPlaceholders.map((each) => `{${each}}`).join(', ')}.`,
      )
    if (isOwnAddress(url, own))
      mistake(`${name} is an address of Talaan itself. Use the address of another host, or remove the setting.`)
    urls[form] = url
  }
  return urls
}

function networksOf(name: string, text: string | null): string[] {
  const networks = (text ?? '').split(/[\s,]+/).filter((each) => each !== '')
  for (const network of networks) {
    const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(network) ?? []
    const most = { 4: 32, 6: 128, 0: 0 }[isIP(address)] ?? 0
    if (bits === '' || Number(bits) > most || Number(bits) === 0)
      mistake(
        `${name} contains '${network}', which is not a network. Use, for example, ${name}=192.168.1.0/24, fd00::/8.`,
      )
  }
  return networks
}

const isPlaceholder = (name: string | undefined): boolean => formPlaceholders.some((each) => each === name)

/** A form from Talaan's own origin could read everything that the portal can read. */
function isOwnAddress(url: string, own: Address): boolean {
  const { host, hostname, port, protocol } = new URL(url)
  if (own.publicUrl !== null && new URL(own.publicUrl).host === host) return true
  const ownHost = isIP(own.host) === 6 ? `[${own.host}]` : own.host
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]', ownHost.toLowerCase()].includes(hostname)
  return isThisMachine && Number(port || (protocol === 'https:' ? 443 : 80)) === own.port
}

function firebaseOf(text: (name: string) => string | null): Firebase | null {
  const projectId = text('FIREBASE_PROJECT_ID')
  const apiKey = text('FIREBASE_API_KEY')
  const account = text('FIREBASE_SERVICE_ACCOUNT')
  if (projectId === null && apiKey === null && account === null) return null
  if (projectId === null || apiKey === null || account === null) {
    return mistake(
      'A Firebase project requires FIREBASE_PROJECT_ID, FIREBASE_API_KEY and FIREBASE_SERVICE_ACCOUNT. Set all three or none.',
    )
  }
  const emulator = emulatorOf(text('FIREBASE_AUTH_EMULATOR_HOST'), text('PUBLIC_URL'))
  return {
    projectId,
    apiKey,
    serviceAccount: serviceAccountOf(account),
    authUrl:
      emulator === null
        ? (httpsOf('FIREBASE_AUTH_URL', text('FIREBASE_AUTH_URL')) ?? 'https://identitytoolkit.googleapis.com')
        : `http://${emulator}/identitytoolkit.googleapis.com`,
    keysUrl:
      httpsOf('FIREBASE_KEYS_URL', text('FIREBASE_KEYS_URL')) ??
      'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    emulator: emulator !== null,
  }
}

/** Plain HTTP only on this machine. */
function httpsOf(name: string, text: string | null): string | null {
  const url = urlOf(name, text, ['http:', 'https:'])
  if (url === null || url.startsWith('https:') || isThisMachine(new URL(url).hostname)) return url
  return mistake(`${name} must be an address that begins with https://. Correct it or remove it.`)
}

/**
 * The emulator's tokens are not signed, so it is accepted only on this machine or in a container next to it, whose name has no dot, and
 * never with a public URL.
 */
function emulatorOf(host: string | null, publicUrl: string | null): string | null {
  if (host === null) return null
  const { name } = /^(?<name>\[::1\]|[\w.-]+):\d{1,5}$/.exec(host)?.groups ?? {}
  // The parser writes a number as the IP address that it means.
  const address = name === undefined ? undefined : URL.parse(`http://${name}`)?.hostname
  if (address === undefined || !(isThisMachine(address) || containerName.test(address))) {
    return mistake(
      `FIREBASE_AUTH_EMULATOR_HOST is '${host}'. Use an address on this machine or the name of a container, for example 127.0.0.1:9099 or firebase:9099.`,
    )
  }
  if (publicUrl === null) return host
  return mistake(
    'FIREBASE_AUTH_EMULATOR_HOST is for testing only and cannot be combined with PUBLIC_URL; remove one of them.',
  )
}

const containerName = /^([a-z0-9_-]+|host\.docker\.internal)$/

/** The key file of a service account, or its JSON itself. */
function serviceAccountOf(text: string): Firebase['serviceAccount'] {
  try {
    const read = JSON.parse(text.startsWith('{') ? text : readFileSync(text, 'utf8')) as Record<string, unknown>
    const [clientEmail, privateKey, keyId] = [read['client_email'], read['private_key'], read['private_key_id']]
    if (typeof clientEmail === 'string' && typeof privateKey === 'string' && typeof keyId === 'string') {
      return { clientEmail, privateKey, keyId }
    }
  } catch {
    // Handled below, together with a file of the wrong format.
  }
  return mistake(
    'FIREBASE_SERVICE_ACCOUNT must be the path of a readable service-account key file, or the content of that file as JSON, with client_email, private_key and private_key_id.',
  )
}
