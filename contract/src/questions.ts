// Questions about a document, one of its lines, a bank line, a return or a month. A colleague answers in the portal; a
// person without an account answers through a link that works once.
import { day, month } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { duties } from '@talaan/ledger/tax/calendar/forms.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { attachmentLimitBytes, attachmentTypes } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

export const questionLength = 1000
export const answerLength = 2000
/** For each subject. */
export const maximumQuestions = 100
export const linkDays = 14
export const pinTries = 5
/** The maximum size of a picture; the browser reduces larger pictures before it sends them. */
export const pictureLimitBytes = 2_000_000

export const questionProblems = {
  notThere: { code: 'questions.notThere', status: 404, sentence: 'This question does not exist. Reload the page.' },
  noPerson: {
    code: 'questions.noPerson',
    status: 422,
    sentence: 'This person has no active account. Choose another person.',
  },
  mayNotSee: {
    code: 'questions.mayNotSee',
    status: 403,
    sentence: 'You can ask only about records that you can open. Have an accountant ask this question.',
  },
  duePassed: { code: 'questions.duePassed', status: 422, sentence: 'Choose today or a later date as the due date.' },
  notOpen: {
    code: 'questions.notOpen',
    status: 409,
    sentence: 'This question was answered or withdrawn in the meantime. Reload the page.',
  },
  notYours: {
    code: 'questions.notYours',
    status: 403,
    sentence: 'Only the person who asked this question, or an accountant, can change it. Ask one of them.',
  },
  notAsked: {
    code: 'questions.notAsked',
    status: 403,
    sentence: 'This question is for someone else. Ask the person who asked it to reassign it to you.',
  },
  notOutside: {
    code: 'questions.notOutside',
    status: 409,
    sentence:
      'This question is for a colleague, who answers it in Talaan. Links are only for people without an account.',
  },
  tooMany: {
    code: 'questions.tooMany',
    status: 422,
    sentence: `A record can have at most ${maximumQuestions} questions. Reply in one of the existing questions.`,
  },
  idUsed: {
    code: 'questions.idUsed',
    status: 409,
    sentence: 'This question was already sent with a different text. Reload the page and try again.',
  },
  noFile: { code: 'questions.noFile', status: 404, sentence: 'This answer has no file. Reload the page.' },
  openOnReturn: {
    code: 'questions.openOnReturn',
    status: 409,
    sentence: 'A question about this return is still open. Resolve it before you mark the return as filed.',
  },
  /** The same message for wrong, used, expired and withdrawn links, so that a stranger learns nothing. */
  badLink: {
    code: 'questions.badLink',
    status: 404,
    sentence:
      'This link does not work. It may have expired, or it was already used or withdrawn. Ask the company for a new link.',
  },
  badPin: {
    code: 'questions.badPin',
    status: 422,
    sentence: `The four digits are missing or wrong. After ${pinTries} wrong attempts, the link stops working.`,
  },
  tooOften: {
    code: 'questions.tooOften',
    status: 429,
    sentence: 'There were too many attempts from your network. Wait an hour, then open the link again.',
  },
  badPicture: {
    code: 'questions.badPicture',
    status: 422,
    sentence: 'The picture must be a JPEG or PNG file of at most 2 MB. Choose another picture.',
  },
  badFile: {
    code: 'questions.badFile',
    status: 422,
    sentence: 'The file is not a PDF, JPEG or PNG file, or it is too large. Choose another file.',
  },
} satisfies Record<string, Problem>

/** The record that a question is about. */
export const questionSubject = z.union([
  z.strictObject({ document: z.uuid(), line: z.optional(z.coerce.number().check(z.int(), z.positive())) }),
  z.strictObject({ bankLine: z.uuid() }),
  z.strictObject({
    duty: z.enum(duties),
    period: day,
    box: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  }),
  z.strictObject({ month }),
])
export type QuestionSubject = z.infer<typeof questionSubject>

export const questionStates = ['open', 'answered', 'closed', 'withdrawn'] as const
export type QuestionState = (typeof questionStates)[number]

const recipient = z.object({
  /** The Client ID of a colleague, or the name of a person without an account; null for every accountant. */
  name: z.nullable(z.string()),
  /** The e-mail address of a person without an account. */
  email: z.nullable(z.string()),
})

const event = z.object({
  act: z.enum(['asked', 'answered', 'accepted', 'withdrawn']),
  words: z.string(),
  to: z.nullable(recipient),
  file: z.nullable(z.object({ name: z.string(), bytes: z.int() })),
  /** Null for the person without an account. */
  by: z.nullable(z.string()),
  at: z.string(),
})

export const question = z.object({
  id: z.uuid(),
  words: z.string(),
  /** The line of the document, or the box of the return; null for the whole record. */
  part: z.nullable(z.string()),
  due: day,
  state: z.enum(questionStates),
  by: z.string(),
  at: z.string(),
  to: recipient,
  /** Oldest first; the first event is the question itself. */
  events: z.array(event),
  /** The link that works at present. */
  link: z.nullable(z.object({ expiresAt: z.string(), hasPin: z.boolean() })),
  /** The actions that the user may take. */
  mayAnswer: z.boolean(),
  maySettle: z.boolean(),
})
export type Question = z.infer<typeof question>

/** The record in words, and its page; null if the user may not open it. */
const about = z.object({
  words: z.string(),
  place: z.nullable(
    z.discriminatedUnion('to', [
      z.object({ to: z.literal('document'), kind: z.enum(documentTypeNames), id: z.uuid() }),
      z.object({ to: z.literal('bank'), account: z.string(), month }),
      z.object({ to: z.literal('return'), duty: z.enum(duties), period: day }),
      z.object({ to: z.literal('month'), month }),
    ]),
  ),
})

/** Newest first. */
export const listQuestions = endpoint({
  name: 'questions.list',
  method: 'GET',
  path: '/api/questions',
  access: everyone,
  query: questionSubject,
  answer: z.object({ questions: z.array(question) }),
  failure: 'The questions could not be loaded. Try again.',
})

/** Who can be asked. */
export const listAskable = endpoint({
  name: 'questions.people',
  method: 'GET',
  path: '/api/questions/people',
  access: everyone,
  answer: z.object({ people: z.array(z.string()) }),
  failure: 'The list of people could not be loaded. Try again.',
})

const byId = z.strictObject({ questionId: z.uuid() })

/** The picture sent with the latest question, in Base64. */
const picture = z.nullable(
  z.object({ name: z.string(), type: z.enum(['image/jpeg', 'image/png']), content: z.string() }),
)

export const getQuestion = endpoint({
  name: 'questions.get',
  method: 'GET',
  path: '/api/questions/:questionId',
  access: everyone,
  params: byId,
  answer: z.object({ question, about, picture }),
  failure: 'The question could not be loaded. Try again.',
})

const to = z.union([
  z.strictObject({ person: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))) }),
  z.strictObject({
    name: z.string().check(z.trim(), z.minLength(2, 'Enter the name of the person.'), z.maxLength(100)),
    email: z.string().check(
      z.trim(),
      z.maxLength(254),
      z.refine(
        (text) => text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
        'Enter an e-mail address, such as ana@example.com.',
      ),
    ),
  }),
])
export type AskedTo = z.infer<typeof to>

const words = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Enter a question.'),
    z.maxLength(questionLength, `A question can have at most ${questionLength} characters.`),
  )

const sentPicture = z.optional(
  z.nullable(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      content: z
        .string()
        .check(z.maxLength(Math.ceil(pictureLimitBytes / 3) * 4, questionProblems.badPicture.sentence)),
    }),
  ),
)
const pictureBodyLimit = Math.ceil(pictureLimitBytes / 3) * 4 + 64 * 1024

/** Asks only once, even if the call is repeated: the page creates the id. */
export const askQuestion = endpoint({
  name: 'questions.ask',
  method: 'PUT',
  path: '/api/questions/:questionId',
  access: everyone,
  params: byId,
  query: questionSubject,
  body: z.strictObject({ words, due: day, to, picture: sentPicture }),
  bodyLimit: pictureBodyLimit,
  answer: z.object({ question }),
  failure: 'The question may not have been asked. Reload the page and check.',
})

const answerWords = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter an answer.'),
    z.maxLength(answerLength, `An answer can have at most ${answerLength} characters.`),
  )

export const answerFile = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Base64. */
  content: z.string().check(z.maxLength(Math.ceil(attachmentLimitBytes / 3) * 4)),
})
const answerBodyLimit = Math.ceil(attachmentLimitBytes / 3) * 4 + 64 * 1024

export const answerQuestion = endpoint({
  name: 'questions.answer',
  method: 'POST',
  path: '/api/questions/:questionId/answer',
  access: everyone,
  params: byId,
  body: z.strictObject({ words: answerWords, file: z.optional(z.nullable(answerFile)) }),
  bodyLimit: answerBodyLimit,
  answer: z.object({ question }),
  failure: 'The answer may not have been saved. Reload the page and check.',
})

/** Accepts an answer from outside, withdraws the question, or asks it again, of the same person or another. */
export const settleQuestion = endpoint({
  name: 'questions.settle',
  method: 'POST',
  path: '/api/questions/:questionId/settle',
  access: everyone,
  params: byId,
  body: z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('accept') }),
    z.strictObject({ act: z.literal('withdraw') }),
    z.strictObject({ act: z.literal('askAgain'), words, to, picture: sentPicture }),
  ]),
  bodyLimit: pictureBodyLimit,
  answer: z.object({ question }),
  failure: 'The question may not have been changed. Reload the page and check.',
})

/**
 * Creates a link for the person without an account; an earlier link stops working. If there is an e-mail address, the
 * link is also sent.
 */
export const makeQuestionLink = endpoint({
  name: 'questions.link',
  method: 'POST',
  path: '/api/questions/:questionId/links',
  access: everyone,
  params: byId,
  body: z.strictObject({
    pin: z.string().check(z.regex(/^(\d{4})?$/, 'Enter four digits, or leave the field empty.')),
  }),
  answer: z.object({ url: z.string(), expiresAt: z.string(), mailed: z.boolean() }),
  carriesToken: true,
  failure: 'The link may not have been created. Try again.',
})

export const downloadAnswer = endpoint({
  name: 'questions.file',
  method: 'GET',
  path: '/api/questions/:questionId/file',
  access: everyone,
  params: byId,
  /** The event, counted from 0; without it, the last answer that has a file. */
  query: z.strictObject({ event: z.optional(z.string().check(z.regex(/^\d{1,4}$/))) }),
  bytesOut: true,
  logsRead: true,
  failure: 'The file could not be loaded. Try again.',
})

// ── Without an account.

/** The token is also in this header, so that the server never reads the body for a guessed link. */
export const linkHeader = 'x-answer-link'

const token = z.string().check(z.minLength(1), z.maxLength(200))
const pin = z.string().check(z.maxLength(10))

/**
 * Called when the user presses a button, never when the link is opened, because programs that scan e-mails open links.
 */
export const openQuestionLink = endpoint({
  name: 'questions.openLink',
  method: 'POST',
  path: '/api/outside-answers/question',
  access: 'open',
  activity: false,
  body: z.strictObject({ token, pin }),
  answer: z.object({
    company: z.string(),
    by: z.string(),
    to: z.string(),
    words: z.string(),
    /** The subject of the question, in one line. */
    about: z.string(),
    due: day,
    /** The only picture that can be seen through the link. */
    picture,
  }),
  failure: 'The question could not be loaded. Try again.',
})

export const answerQuestionLink = endpoint({
  name: 'questions.answerLink',
  method: 'POST',
  path: '/api/outside-answers',
  access: 'open',
  activity: false,
  body: z.strictObject({
    token,
    pin,
    words: answerWords,
    file: z.nullable(answerFile),
  }),
  bodyLimit: answerBodyLimit,
  answer: z.object({ success: z.literal(true) }),
  failure: "Your answer may not have been saved. Try again; it won't be saved twice.",
})

export const answerFileTypes = Object.keys(attachmentTypes).join(',')
