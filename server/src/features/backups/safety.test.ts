// The failure of a disk is reported once, on the page and by e-mail, and so is its recovery.
import { expect, test } from 'vitest'
import { listBackups } from '@talaan/contract/backups.ts'
import { companyName, openPortal } from '../../../test/portal.ts'
import { noteSafety } from './safety.ts'

test('a failure of the second disk is reported once on the page and by e-mail, and so is its recovery', async () => {
  await using here = await openPortal({
    env: { SMTP_URL: 'smtp://localhost:1', CONTACT_EMAIL: 'it@bahaykubo.example' },
  })
  const ben = await here.signIn('ben')
  const problems = async () => (await ben.call(listBackups)).answer.safetyProblems
  const mails = async () =>
    (await here.db.pool.query(`select recipient, subject from outbox where topic = 'safety' order by created_at`)).rows

  await noteSafety(here.context, 'mirror', null)
  expect(await mails()).toEqual([])
  for (const failure of ['EIO: i/o error', 'EIO: i/o error, again']) await noteSafety(here.context, 'mirror', failure)
  expect(await problems()).toEqual([{ name: 'mirror', since: '2026-03-16T01:00:00.000Z', failure: 'EIO: i/o error' }])
  const failed = {
    recipient: 'it@bahaykubo.example',
    subject: `The second disk (MIRROR_DIR) failed - ${companyName}`,
  }
  expect(await mails()).toEqual([failed])

  here.clock.forward(60)
  await noteSafety(here.context, 'mirror', null)
  expect(await problems()).toEqual([])
  expect(await mails()).toEqual([
    failed,
    { ...failed, subject: `The second disk (MIRROR_DIR) is working again - ${companyName}` },
  ])
})
