// The Statement of Management's Responsibility, with the company's data and signatories.
import { formatLongDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import type { AnnualProfile, Taxpayer } from './profile.ts'
import type { Section } from './parts.ts'

type Facts = {
  company: string
  taxpayer: Taxpayer
  profile: AnnualProfile
  to: Day
  before: Day
}

/**
 * The statement that accompanies audited financial statements, in the wording of Revised SRC Rule 68, Part I, section
 * 2.B. An individual has no board and no stockholders, so that their paragraphs are left out.
 */
export function responsibility({ company, taxpayer, profile, to, before }: Facts): Section[] {
  const isCorporation = taxpayer === 'corporation'
  const years = `${formatLongDay(to)} and ${formatLongDay(before)}`
  const auditor = profile.auditor || blank
  const text = [
    `The management of ${company} is responsible for the preparation and fair presentation of the financial statements, including the schedules attached therein, for the years ended ${years}, in accordance with the prescribed financial reporting framework indicated therein, and for such internal control as management determines is necessary to enable the preparation of financial statements that are free from material misstatement, whether due to fraud or error.`,
    `In preparing the financial statements, management is responsible for assessing the ${isCorporation ? "Company's" : "business's"} ability to continue as a going concern, disclosing, as applicable, matters related to going concern and using the going concern basis of accounting unless management either intends to liquidate the ${isCorporation ? 'Company' : 'business'} or to cease operations, or has no realistic alternative but to do so.`,
    ...(isCorporation
      ? [
          "The Board of Directors is responsible for overseeing the Company's financial reporting process.",
          'The Board of Directors reviews and approves the financial statements, including the schedules attached therein, and submits the same to the stockholders.',
          `${auditor}, the independent auditor appointed by the stockholders, has audited the financial statements of the Company in accordance with Philippine Standards on Auditing, and in its report to the stockholders, has expressed its opinion on the fairness of presentation upon completion of such audit.`,
        ]
      : [
          `${auditor}, the independent auditor, has audited the financial statements in accordance with Philippine Standards on Auditing, and in its report has expressed its opinion on the fairness of presentation upon completion of such audit.`,
        ]),
  ]
  const signatories = isCorporation
    ? [
        [profile.chair, 'Chairperson of the Board'],
        [profile.president, 'Chief Executive Officer'],
        [profile.treasurer, 'Chief Financial Officer'],
      ]
    : [[profile.president, 'Owner']]
  return [
    { title: '', text, table: null },
    {
      title: 'Signatures',
      text: [
        ...signatories.map(([name = '', position = '']) => `${blank}   ${name || '(name)'}, ${position}`),
        `Signed this ${blank} day of ${blank}.`,
      ],
      table: null,
    },
  ]
}

const blank = '______________'
