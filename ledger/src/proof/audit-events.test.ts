// Audit events and their seals as texts that can be hashed independently.
import { expect, test } from 'vitest'
import { auditSealText, auditEventText } from './audit-events.ts'
import type { AuditEvent } from './audit-events.ts'

const event: AuditEvent = {
  seq: 7n,
  at: '2026-03-16 01:00:00.123',
  actor_id: null,
  actor_name: 'ana',
  role: 'user',
  session_id: null,
  address: '203.0.113.7',
  action: 'documents.record',
  object_type: 'document',
  object_id: '1',
  outcome: 'done',
  detail: '{"share": 0.1250}',
}

test('the text of an event has one canonical form with every column, and the text of its seal includes the previous seal', () => {
  const text = auditEventText(event)
  expect(text).toBe(
    '{"action":"documents.record","actor_id":null,"actor_name":"ana","address":"203.0.113.7","at":"2026-03-16 01:00:00.123",' +
      '"detail":"{\\"share\\": 0.1250}","object_id":"1","object_type":"document","outcome":"done","role":"user","seq":"7",' +
      '"session_id":null}',
  )
  expect(auditEventText({ ...event, detail: '{"share": 0.125}' })).not.toBe(text)
  expect(auditSealText({ digest: 'aa', previousHash: 'bb' })).toBe('{"digest":"aa","previousHash":"bb"}')
})
