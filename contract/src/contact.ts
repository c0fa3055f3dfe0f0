// An inquiry to the company's contact address; bugs say when and where.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const contactWords = { failed: 'Trouble sending Inquiry, Please try again', sent: 'Inquiry Sent' } as const

const line = (limit: number) =>
  z
    .string()
    .trim()
    .min(1, 'This field is required.')
    .max(limit)
    .regex(/^[^\r\n]*$/, 'Write this on one line.')

export const inquiry = z
  .strictObject({
    name: line(200),
    company: line(200),
    email: z.email('Enter an e-mail address like name@example.com.').max(254),
    topic: z.enum(['general', 'bug']),
    message: z.string().trim().min(1, 'This field is required.').max(5000),
    bugDescription: z.string().trim().max(5000).optional(),
    timeEncountered: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 14:30.')
      .optional(),
    dateEncountered: z.iso.date('Enter a date like 2026-03-15.').optional(),
  })
  .superRefine((value, context) => {
    if (value.topic !== 'bug') return
    for (const field of ['bugDescription', 'timeEncountered', 'dateEncountered'] as const) {
      if (!value[field]) context.addIssue({ code: 'custom', path: [field], message: 'This field is required.' })
    }
  })

export const sendInquiry = endpoint({
  name: 'contact.send',
  method: 'POST',
  path: '/api/contact',
  access: everyone,
  body: inquiry,
  answer: z.object({ success: z.literal(true) }),
  failure: contactWords.failed,
})
