// Environment variables are checked at startup; messages name the variable and say what to do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { certificate } from '../../../test/certificate.ts'
import { readEnvironment } from './env.ts'

test('without any variable Talaan listens only on this machine and uses the embedded database', () => {
  const env = readEnvironment({})
  expect(env).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: null,
    smtpUrl: null,
    returnsImapUrl: null,
    contactEmail: null,
    contactDetails: [],
    adminClientId: 'admin',
    adminPassword: null,
    firebase: null,
    formUrls: {},
    webhookPrivateNetworks: [],
    isPractice: false,
  })
  expect(env.dataDir).toMatch(/data$/)
})

test('an empty variable counts as not set', () => {
  expect(readEnvironment({ PORT: '', SMTP_URL: ' ', ADMIN_PASSWORD: '' })).toEqual(readEnvironment({}))
})

const account = JSON.stringify({ client_email: 'a@p.example', private_key: 'key', private_key_id: 'k1' })
const firebase = { FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k', FIREBASE_SERVICE_ACCOUNT: account }

const right: [variables: Record<string, string>, read: object][] = [
  [{ PRACTICE: 'off' }, { isPractice: false }],
  [
    {
      PRACTICE: 'on',
      SMTP_URL: 'smtps://mail.example.com',
      RETURNS_IMAP_URL: 'imaps://user:pass@mail.example.com',
      BACKUP_DIR: '/backup',
      MIRROR_DIR: '/mirror',
    },
    { isPractice: true, smtpUrl: null, returnsImapUrl: null, backup: null, mirror: null },
  ],
  [{ PORT: '0' }, { port: 0 }],
  [{ PUBLIC_URL: 'https://books.example.com/' }, { publicUrl: 'https://books.example.com' }],
  [{ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }, { trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1'] }],
  [{ BACKUP_DIR: '/backup' }, { backup: { folder: '/backup', key: null } }],
  ...[
    'postgres://talaan@localhost/talaan',
    'postgres://talaan@127.0.0.1:5433/talaan',
    'postgres:///talaan?host=/run/postgresql&user=talaan',
    'postgres://talaan@db.example.com/talaan?sslmode=verify-full',
    'postgres://talaan:a%40b@db1,db2:5433/talaan?target_session_attrs=read-write&sslmode=verify-full',
  ].map((url): [Record<string, string>, object] => [{ DATABASE_URL: url }, { databaseUrl: url }]),
  [
    { DATABASE_URL: 'postgres://talaan@db/talaan', ALLOW_UNENCRYPTED: 'http, database' },
    { databaseUrl: 'postgres://talaan@db/talaan', unencrypted: ['http', 'database'] },
  ],
  [{ HOST: '/run/talaan/http.sock' }, { host: '/run/talaan/http.sock' }],
  [{ HOST: '0.0.0.0', ALLOW_UNENCRYPTED: 'http' }, { host: '0.0.0.0' }],
  [
    { SMTP_URL: 'smtp://mail.lan?ignoreTLS=true', ALLOW_UNENCRYPTED: 'mail' },
    { smtpUrl: 'smtp://mail.lan?ignoreTLS=true' },
  ],
  [{ SMTP_URL: 'smtp://localhost?ignoreTLS=true' }, { smtpUrl: 'smtp://localhost?ignoreTLS=true' }],
  [{ CALLS_PER_MINUTE: '0' }, { callsPerMinute: null }],
  [{ CLAMD: '/run/clamav/clamd.ctl' }, { clamd: { path: '/run/clamav/clamd.ctl' } }],
  [{ CLAMD: '127.0.0.1:3310' }, { clamd: { host: '127.0.0.1', port: 3310 } }],
  [{ DRAIN_SECONDS: '5' }, { drainSeconds: 5 }],
  [{ METRICS_TOKEN: '0123456789abcdef' }, { metricsToken: '0123456789abcdef' }],
  [{ SMTP_URL: 'smtps://user:pass@mail.example.com' }, { smtpUrl: 'smtps://user:pass@mail.example.com' }],
  [
    { RETURNS_IMAP_URL: 'imaps://books%40example.com:pass@mail.example.com/INBOX/' },
    { returnsImapUrl: 'imaps://books%40example.com:pass@mail.example.com/INBOX' },
  ],
  [{ MAIL_FROM: 'Accounting <books@example.com>' }, { mailFrom: 'Accounting <books@example.com>' }],
  [{ CONTACT_EMAIL: 'help@example.com' }, { contactEmail: 'help@example.com' }],
  [
    { CONTACT_DETAILS: '12 Rizal Ave., Manila | (02) 8123 4567 | ' },
    { contactDetails: ['12 Rizal Ave., Manila', '(02) 8123 4567'] },
  ],
  [
    { FORM_URL_INVOICE: 'https://forms.example.com/invoice' },
    { formUrls: { invoice: 'https://forms.example.com/invoice' } },
  ],
  [
    firebase,
    {
      firebase: { projectId: 'p', authUrl: 'https://identitytoolkit.googleapis.com', serviceAccount: { keyId: 'k1' } },
    },
  ],
]
test.for(right)('%o is accepted', ([variables, read]) => {
  expect(readEnvironment(variables)).toMatchObject(read)
})

test('the Firebase emulator is accepted only on this machine or in a container, and not together with PUBLIC_URL', () => {
  const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
  expect(readEnvironment(emulated).firebase).toMatchObject({
    emulator: true,
    authUrl: 'http://127.0.0.1:9099/identitytoolkit.googleapis.com',
  })
  expect(readEnvironment(firebase).firebase?.emulator).toBe(false)
  for (const host of ['localhost:9099', 'firebase:9099', 'auth_emulator:9099', 'host.docker.internal:9099'])
    expect(readEnvironment({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: host }).firebase).toMatchObject({
      authUrl: `http://${host}/identitytoolkit.googleapis.com`,
    })
  const elsewhere = ['emulator.example.com:9099', '10.0.0.5:9099', '167772165:9099', '0x0a000005:9099']
  for (const host of [...elsewhere, 'localhost', '127.0.0.1:9099@evil.example']) {
    expect(() => readEnvironment({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: host })).toThrow(
      /Use an address on this machine/,
    )
  }
  expect(() => readEnvironment({ ...emulated, PUBLIC_URL: 'https://books.example.com' })).toThrow(
    /combined with PUBLIC_URL/,
  )
})

const folder = mkdtempSync(join(tmpdir(), 'talaan-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileWith = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const [certFile, keyFile] = [fileWith('cert.pem', certificate.cert), fileWith('key.pem', certificate.key)]

test('a secret is read from a file instead of the environment', () => {
  const url = 'postgres://talaan:secret@localhost/talaan'
  expect(readEnvironment({ DATABASE_URL_FILE: fileWith('url', `${url}\n`) }).databaseUrl).toBe(url)
  expect(readEnvironment({ ADMIN_PASSWORD_FILE: fileWith('pw', ' Iris-counts-19-jars!') }).adminPassword).toBe(
    ' Iris-counts-19-jars!',
  )
  expect(readEnvironment({ SMTP_URL_FILE: '' })).toEqual(readEnvironment({}))
})

test('with a certificate and its key, the portal may listen on the network', () => {
  const tls = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }
  expect(readEnvironment({ ...tls, HOST: '0.0.0.0' })).toMatchObject({ tls: certificate, host: '0.0.0.0' })
})

const wrong: [variables: Record<string, string>, sentence: RegExp][] = [
  [{ PORT: '70000' }, /^PORT is '70000'. Use a number/],
  [{ PORT: '80a' }, /^PORT is '80a'/],
  [{ PUBLIC_URL: 'books.example.com' }, /^PUBLIC_URL must be an address that begins with http:\/\/ or https:\/\//],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /^PUBLIC_URL/],
  [
    { TRUSTED_PROXIES: 'proxy.example.com' },
    /^TRUSTED_PROXIES contains 'proxy.example.com'. Use addresses or networks/,
  ],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES contains '0.0.0.0\/0'/],
  [{ BACKUP_KEY: 'secret', BACKUP_DIR: '/backup' }, /^BACKUP_KEY must be a public key, which begins with age1/],
  [{ BACKUP_KEY: `age1${'q'.repeat(58)}` }, /^BACKUP_KEY can be used only with BACKUP_DIR/],
  [{ MIRROR_DIR: '/mnt/usb' }, /^MIRROR_DIR can be used only with BACKUP_DIR/],
  [
    { MIRROR_DIR: '/mnt/usb', BACKUP_DIR: '/backup', DATABASE_URL: 'postgres://localhost/x' },
    /^MIRROR_DIR can be used only with the embedded/,
  ],
  [{ MIRROR_FAILS: 'wait' }, /^MIRROR_FAILS is 'wait'. Use continue, .* or stop/],
  [{ HOST: '0.0.0.0' }, /^HOST is '0.0.0.0', so others could read .* Set TLS_CERT_FILE .* ALLOW_UNENCRYPTED=http/],
  [{ HOST: '192.168.1.7', TRUSTED_PROXIES: '192.168.1.1' }, /^HOST is '192.168.1.7'/],
  [{ HOST: '/run/talaan.sock', TRUSTED_PROXIES: '127.0.0.1' }, /^TRUSTED_PROXIES is not needed with a Unix socket/],
  [{ ALLOW_UNENCRYPTED: 'everything' }, /^ALLOW_UNENCRYPTED contains 'everything'. Use http, database, mail/],
  [{ TLS_CERT_FILE: certFile }, /^HTTPS requires TLS_CERT_FILE and TLS_KEY_FILE/],
  [
    { TLS_CERT_FILE: '/not/there.pem', TLS_KEY_FILE: keyFile },
    /^TLS_CERT_FILE is '\/not\/there.pem', which can't be read/,
  ],
  [{ TLS_CERT_FILE: certFile, TLS_KEY_FILE: certFile }, /^TLS_CERT_FILE and TLS_KEY_FILE can't be used/],
  ...[
    'postgres://talaan@db.example.com/talaan',
    'postgres://talaan@db.example.com/talaan?sslmode=require',
    'postgres://talaan@localhost/talaan?host=db.example.com',
    'postgres://talaan@db.example.com/talaan?sslmode=verify-full&sslmode=disable',
  ].map((url): [Record<string, string>, RegExp] => [
    { DATABASE_URL: url },
    /^DATABASE_URL connects to db.example.com without verified encryption. Add \?sslmode=verify-full/,
  ]),
  [
    { DATABASE_URL: 'postgres://talaan@db.example.com/talaan?sslmode=verify-full&sslcert=/not/there.crt' },
    /^DATABASE_URL can't be used: .*\/not\/there.crt/,
  ],
  ...['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false'].map(
    (option): [Record<string, string>, RegExp] => [
      { SMTP_URL: `smtp://mail.example.com?${option}` },
      new RegExp(`^SMTP_URL contains ${option}, so messages could be read .* ALLOW_UNENCRYPTED=mail`),
    ],
  ),
  [{ ...firebase, FIREBASE_KEYS_URL: 'http://keys.example.com' }, /^FIREBASE_KEYS_URL must be .* https:\/\//],
  [{ CALLS_PER_MINUTE: 'many' }, /^CALLS_PER_MINUTE is 'many'. Use a whole number/],
  [{ CLAMD: 'clamd.example.com:3310' }, /^CLAMD is 'clamd.example.com:3310'. Use the path of clamd's socket/],
  [
    { EINVOICE_KEY_FILE: 'package.json' },
    /^EINVOICE_KEY_FILE is 'package.json', which has no RSA or P-256 private key/,
  ],
  [
    { BREACHED_PASSWORDS_FILE: '/not/there.txt' },
    /^BREACHED_PASSWORDS_FILE is '\/not\/there.txt', which can't be read/,
  ],
  [{ SMTP_URL: 'smtps://mail.example.com', SMTP_URL_FILE: keyFile }, /^SMTP_URL and SMTP_URL_FILE are both set/],
  [{ SMTP_URL_FILE: '/not/there' }, /^SMTP_URL_FILE is '\/not\/there', which can't be read \(ENOENT\)/],
  [{ SMTP_URL_FILE: fileWith('empty', '') }, /^SMTP_URL_FILE is .*, which is empty/],
  [{ ADMIN_PASSWORD: 'Liverpool2024!' }, /^ADMIN_PASSWORD cannot be used: This password is too common/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL .* postgres:\/\//],
  [{ DATABASE_URL: 'postgres://talaan@db1:x,db2/talaan' }, /^DATABASE_URL .* postgres:\/\//],
  [{ DATABASE_URL: 'postgres://talaan@db1,/talaan' }, /^DATABASE_URL .* postgres:\/\//],
  [{ DRAIN_SECONDS: '61' }, /^DRAIN_SECONDS is '61'. Use a number of seconds from 0 to 60/],
  [{ SMTP_URL: 'mail.example.com:25' }, /^SMTP_URL .* smtp:\/\//],
  [{ RETURNS_IMAP_URL: 'pop3://mail.example.com' }, /^RETURNS_IMAP_URL .* imap:\/\/ or imaps:\/\//],
  [{ RETURNS_IMAP_URL: 'imaps://mail.example.com' }, /^RETURNS_IMAP_URL needs the user name and the password/],
  [{ ARRIVALS_IMAP_URL: 'imaps://mail.example.com' }, /^ARRIVALS_IMAP_URL needs the user name and the password/],
  [{ ARRIVALS_IMAP_MOVE_TO: 'Done' }, /^ARRIVALS_IMAP_MOVE_TO can be used only with ARRIVALS_IMAP_URL/],
  [{ RETURNS_IMAP_URL: 'imap://a:b@mail.lan?tls=no' }, /^RETURNS_IMAP_URL needs the user name and the password/],
  [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM is 'nobody'/],
  [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, /^MAIL_FROM/],
  [{ BACKUP_EMAIL: 'nobody' }, /^BACKUP_EMAIL is 'nobody'. Use one address without a name/],
  [{ ACCOUNTANT_EMAIL: 'a@b.example, c@d.example' }, /^ACCOUNTANT_EMAIL/],
  [{ CONTACT_EMAIL: 'nobody' }, /^CONTACT_EMAIL is 'nobody'. Use one address without a name/],
  [{ CONTACT_EMAIL: 'Help <help@example.com>' }, /^CONTACT_EMAIL/],
  [{ CONTACT_EMAIL: 'a@b.example, c@d.example' }, /^CONTACT_EMAIL/],
  [{ CONTACT_DETAILS: 'Manila\nCebu' }, /^CONTACT_DETAILS can have .* no line breaks; separate lines with ' \| '/],
  [{ CONTACT_DETAILS: 'x'.repeat(501) }, /^CONTACT_DETAILS can have at most 500 characters/],
  [{ COMPANY_NAME: 'Two\nlines' }, /^COMPANY_NAME must be one line/],
  [{ ADMIN_CLIENT_ID: 'a b' }, /^ADMIN_CLIENT_ID is 'a b'/],
  [{ ADMIN_PASSWORD: 'password' }, /^ADMIN_PASSWORD cannot be used: Password does not meet requirements/],
  [
    { FORM_URL_INVOICES: 'https://x.example' },
    /^FORM_URL_INVOICES is not the name of a form. The forms are PAYMENT, BILLS/,
  ],
  [
    { FORM_URL_INVOICE: 'https://x.example/?launch={lunch}' },
    /^FORM_URL_INVOICE contains the unknown placeholder \{lunch\}. The placeholders are \{launch\}, \{form\}/,
  ],
  [{ PRACTICE: 'yes' }, /^PRACTICE is 'yes'. Use on/],
  [{ WEBHOOK_PRIVATE_NETWORKS: '10.0.0.0/8 lan' }, /^WEBHOOK_PRIVATE_NETWORKS contains 'lan', which is not a network/],
  [
    { WEBHOOK_PRIVATE_NETWORKS: '0.0.0.0/0' },
    /^WEBHOOK_PRIVATE_NETWORKS contains '0.0.0.0\/0', which is not a network/,
  ],
  [{ FORM_URL_INVOICE: 'x.example' }, /^FORM_URL_INVOICE must be an address/],
  [{ FORM_URL_INVOICE: 'http://localhost:3000/x' }, /^FORM_URL_INVOICE is an address of Talaan itself/],
  [{ FORM_URL_INVOICE: 'http://127.0.0.1/x', PORT: '80' }, /^FORM_URL_INVOICE is an address of Talaan itself/],
  [{ FORM_URL_INVOICE: 'http://localhost:3000/x', PORT: '03000' }, /^FORM_URL_INVOICE is an address of Talaan/],
  [
    { FORM_URL_INVOICE: 'http://books.lan:3000/x', HOST: ' Books.lan ', ALLOW_UNENCRYPTED: 'http' },
    /^FORM_URL_INVOICE is an address of Talaan/,
  ],
  [
    { FORM_URL_INVOICE: 'http://[fd00::7]:3000/x', HOST: 'fd00::7', ALLOW_UNENCRYPTED: 'http' },
    /^FORM_URL_INVOICE is an address of Talaan/,
  ],
  [
    { FORM_URL_INVOICE: 'https://books.example/form', PUBLIC_URL: 'https://books.example' },
    /^FORM_URL_INVOICE is an address of Talaan itself/,
  ],
  [{ FIREBASE_PROJECT_ID: 'p' }, /requires FIREBASE_PROJECT_ID, FIREBASE_API_KEY and FIREBASE_SERVICE_ACCOUNT/],
  [{ ...firebase, FIREBASE_SERVICE_ACCOUNT: '/not/there.json' }, /^FIREBASE_SERVICE_ACCOUNT must be the path/],
  [{ ...firebase, FIREBASE_SERVICE_ACCOUNT: '{}' }, /^FIREBASE_SERVICE_ACCOUNT must be the path/],
]
test.for(wrong)('%o is refused with a message that says what to do', ([variables, sentence]) => {
  expect(() => readEnvironment(variables)).toThrow(sentence)
})
