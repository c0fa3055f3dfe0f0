// E-mails as mail programs send them.
import MailComposer from 'nodemailer/lib/mail-composer'
import type Mail from 'nodemailer/lib/mailer'

export async function eMail(options: Mail.Options): Promise<Buffer> {
  return await new MailComposer({
    from: 'Silahis Supplies <billing@silahis.example>',
    to: 'books@bahaykubo.example',
    subject: 'Your invoice',
    date: new Date('2026-03-12T02:15:00Z'),
    messageId: '<1@silahis.example>',
    ...options,
  })
    .compile()
    .build()
}
