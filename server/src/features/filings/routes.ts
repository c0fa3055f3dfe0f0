// Tax returns: what is due, each calculated box by box from the books, and stored once filed.
import type { Kysely, Transaction } from 'kysely'
import { dueSoon } from '@talaan/contract/due-soon.ts'
import {
  addClosedDay,
  addDeadline,
  addForm,
  addOwnDeadline,
  addRate,
  changeOtherDuties,
  changeTaxProfile,
  endOwnDeadline,
  markOwnDone,
  chooseExcessUse,
  enterBox,
  filedFile,
  fileReturn,
  filingProblems,
  moveDeadline,
  prepareFiling,
  printFiled,
  printFiling,
  printTaxReconciliation,
  removeClosedDay,
  viewBox,
  viewCalendar,
  viewFiling,
  viewRules,
  viewTaxReconciliation,
  viewWriteOff,
} from '@talaan/contract/filings.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { viewBoxWhy, whyProblems } from '@talaan/contract/why.ts'
import { questionProblems } from '@talaan/contract/questions.ts'
import { addDays, monthOf, yearOf } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { layouts } from '@talaan/ledger/tax/returns/all.ts'
import { closingEntry } from '@talaan/ledger/tax/returns/closing-entry.ts'
import { deadlineOf } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { dutyWords } from '@talaan/ledger/tax/calendar/forms.ts'
import { eInvoicingFrom, noOtherDuties } from '@talaan/ledger/tax/calendar/other-duties.ts'
import type { WorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { excessOf, hasExcessUse, excessUseInForce, usesOf } from '@talaan/ledger/tax/returns/excess.ts'
import { restoredWorksheet } from '@talaan/ledger/tax/returns/stored.ts'
import { boxesOf, boxTable, filedWords, worksheetTable } from '@talaan/ledger/tax/returns/worksheet.ts'
import { writeOffConsequences, writeOffLines } from '@talaan/ledger/tax/write-off.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { audit } from '../../platform/audit/audit.ts'
import { inTime, withinLimit } from '../../books/as-known.ts'
import { isAnyOpen } from '../../books/questions.ts'
import { vatThresholdNow } from '../../books/vat-threshold.ts'
import { whyOf } from '../../books/why.ts'
import { today } from '../../platform/clock.ts'
import { excessUseOf } from './calculate-return.ts'
import { calendarOf, dueUntil } from './calendar.ts'
import { comparison } from './comparison.ts'
import { enterIntoBox, notePrepared, putDeadline, putExcessUse, storeFiling, worksheetForm } from './filing.ts'
import { insertDeadline, insertForm, insertRate, putClosedDay, putProfile, takeClosedDay } from './rule-changes.ts'
import { endOwn, insertOwn, markOwn, ownDeadlines, ownDueUntil, ownRows, putOtherDuties } from './own-deadlines.ts'
import { headOf, readRules } from './rules.ts'
import { boxBasis, boxFigure, boxTitle } from './why.ts'
import { writtenOff } from './write-off.ts'
import { periodEnding, filingStatusOf } from './filing-status.ts'
import { companyHeader } from '../../print/company.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Download } from '../../http/route.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

export const filings: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  const write = <T>(change: (trx: Transaction<Tables>) => Promise<T>) => db.transaction().execute(change)
  const done = { success: true as const }

  const print = async (table: Table, { format, viewer, address, action, object }: Printing): Promise<Download> => {
    const { type, print: toBytes } = tablePrinters[format]
    const bytes = await toBytes(table, { printedAt: clock.now(), printedBy: viewer.clientId })
    await write((trx) => audit(trx, clock, { viewer, address, action, object, detail: { format } }))
    return { bytes, type, name: fileName(table, format) }
  }

  /** The worksheet of a return, printed or opened: as filed, or current. */
  const sheetOf = async (form: WorksheetForm, to: string, db = context.db.kysely) => {
    const rules = await readRules(db)
    const period = periodEnding(form, to, rules)
    const { worksheet, filed, isDue } = await filingStatusOf(db, rules, { duty: form, period })
    if (worksheet === null) throw new Refusal(filingProblems.notWorkedOut)
    const last = isDue ? undefined : filed.at(-1)
    const notes = last === undefined ? worksheet.notes : [filedWords(last.filedOn, last.reference), ...worksheet.notes]
    return { worksheet: { ...worksheet, notes }, company: await companyHeader(db), head: await headOf(db, rules) }
  }

  /** Today, if the month of the date is closed. */
  const lateDay = async (day: Day): Promise<Day | null> => {
    const closed = await db.selectFrom('period').select('month').where('month', '=', monthOf(day)).executeTakeFirst()
    return closed === undefined ? null : today(clock)
  }

  return [
    answers(viewCalendar, async ({ query }) => {
      const now = today(clock)
      // In January, the returns that are due are still those of last year.
      const year = query.year === undefined ? yearOf(addDays(now, -31)) : Number(query.year)
      const rules = await readRules(db)
      const rows = await calendarOf(db, rules, { year, today: now })
      const days = { from: `${year}-01-01`, to: `${year}-12-31` }
      return {
        today: now,
        year,
        rows,
        own: await ownRows(db, { ...days, closed: rules.closed }),
        isAsked: rules.choices !== undefined,
        eInvoicing: rules.choices?.eInvoicing === true ? eInvoicingFrom : null,
        threshold: await vatThresholdNow(db, now),
      }
    }),

    answers(dueSoon, async () => {
      const now = today(clock)
      const rules = await readRules(db)
      const until = addDays(now, rules.profile.remindDays)
      const rows = await dueUntil(db, rules, { today: now, until })
      const own = await ownDueUntil(db, { today: now, until, closed: rules.closed })
      return {
        today: now,
        rows: rows.map(({ duty, period, due }) => ({ duty, period, due, state: 'open' as const })),
        own: own.map(({ id, name, due }) => ({ id, name, due })),
      }
    }),

    answers(viewFiling, async ({ params: { duty, period: to } }) => {
      const rules = await readRules(db)
      const period = periodEnding(duty, to, rules)
      const status = await filingStatusOf(db, rules, { duty, period })
      const deadline = deadlineOf(duty, period, rules.facts)
      const { worksheet, since } = status
      return {
        duty,
        period,
        title: dutyWords[duty].title,
        today: today(clock),
        deadline: deadline === undefined ? null : { ...deadline, moved: rules.facts.moved.some(isOf(duty, to)) },
        state: status.state,
        preparedBy: status.preparedBy,
        digest: status.digest,
        filed: status.filed,
        worksheet:
          worksheet === null
            ? null
            : {
                head: await headOf(db, rules),
                revision: worksheet.revision,
                source: worksheet.source,
                payable: worksheet.payable,
                notes: worksheet.notes,
                excess: hasExcessUse(duty)
                  ? {
                      amount: excessOf(duty, boxesOf(worksheet)),
                      uses: [...usesOf(duty, period)],
                      use: excessUseInForce(duty, period, await excessUseOf(db, duty, to)),
                    }
                  : null,
                boxes: worksheet.boxes.map(({ parts, ...box }) => ({ ...box, parts: parts.length })),
              },
        closing: worksheet === null ? null : closingEntry(worksheet, await lateDay(period.to)),
        since: {
          ...since,
          documents: since.documents.map((document) => ({ ...document, kind: document.kind as DocumentTypeName })),
        },
      }
    }),

    answers(viewBox, async ({ params: { duty, period, box } }) => {
      const { worksheet, company } = await sheetOf(duty, period)
      const table = boxTable(worksheet, box, company)
      if (table === undefined) throw new Refusal(filingProblems.noSuchBox)
      return { table }
    }),

    answers(viewBoxWhy, async ({ params: { duty, period, box }, query: { column, part, since, offset } }) => {
      const within = withinLimit(whyProblems.notFinished)
      const boxThen = async (then: Kysely<Tables>) =>
        boxFigure((await sheetOf(duty, period, then)).worksheet, box, column) ?? null
      const before = since === undefined ? undefined : await inTime(db, since, boxThen, within)
      const explain = async (now: Kysely<Tables>) => {
        const { worksheet } = await sheetOf(duty, period, now)
        const figure = {
          ...boxTitle(worksheet),
          row: `Box ${box}, ${worksheet.boxes.find(({ no }) => no === box)?.label ?? ''}`,
          column: column === 'base' ? 'Amount' : 'Tax',
          kind: 'money' as const,
          amount: boxFigure(worksheet, box, column) ?? 0n,
        }
        const shown = { part, since, offset, ...(before !== undefined && { before }) }
        return whyOf(now, figure, boxBasis(worksheet, box, column), shown)
      }
      return { why: await inTime(db, undefined, explain, within) }
    }),

    answers(printFiling, async ({ params: { duty, period, format }, query: { box }, viewer, address }) => {
      const { worksheet, company, head } = await sheetOf(duty, period)
      const table = box === undefined ? worksheetTable(worksheet, company, head) : boxTable(worksheet, box, company)
      if (table === undefined) throw new Refusal(filingProblems.noSuchBox)
      const object = { type: 'return', id: `${duty} ${period}` }
      return print(table, { format, viewer, address, object, action: printFiling.name })
    }),

    answers(enterBox, async ({ params, body, viewer, address }) => {
      const form = worksheetForm(params.duty)
      const period = periodEnding(form, params.period, await readRules(db))
      await write((trx) => enterIntoBox(trx, { context, viewer, address }, { form, period, box: params.box }, body))
      return done
    }),

    answers(viewWriteOff, async ({ params: { documentId } }) => {
      const found = await writtenOff(db, await readRules(db), documentId, today(clock))
      return {
        open: found.open,
        day: found.day,
        memo: `Bad debt written off: ${found.number}, ${found.customer}`.slice(0, 500),
        lines: writeOffLines(found),
        consequences: writeOffConsequences(found),
      }
    }),

    answers(chooseExcessUse, async ({ params: { duty: form, period: to }, body, viewer, address }) => {
      const period = periodEnding(form, to, await readRules(db))
      await write((trx) => putExcessUse(trx, { context, viewer, address }, { form, period }, body.use))
      return done
    }),

    answers(prepareFiling, async ({ params: { duty, period: to }, body, viewer, address }) => {
      const period = periodEnding(duty, to, await readRules(db))
      await write((trx) => notePrepared(trx, { context, viewer, address }, { duty, period }, body.digest))
      return done
    }),

    answers(fileReturn, async ({ params: { duty, period: to }, body, viewer, address }) => {
      const period = periodEnding(duty, to, await readRules(db))
      const filed = await write(async (trx) => {
        if (await isAnyOpen(trx, { duty, period: to })) throw new Refusal(questionProblems.openOnReturn)
        return storeFiling(trx, { context, viewer, address }, { duty, period }, body)
      })
      return { ...done, ...filed }
    }),

    answers(moveDeadline, async ({ params: { duty, period: to }, body, viewer, address }) => {
      const period = periodEnding(duty, to, await readRules(db))
      await write((trx) => putDeadline(trx, { context, viewer, address }, { duty, period }, body))
      return done
    }),

    answers(printFiled, async ({ params: { filingId, format }, viewer, address }) => {
      const row = await db
        .selectFrom('filing')
        .select(['content', 'filed_on', 'reference'])
        .where('id', '=', filingId)
        .where('revision', '<>', '')
        .executeTakeFirst()
      if (row === undefined) throw new Refusal(common.notThere)
      const sheet = restoredWorksheet(row.content)
      const notes = [filedWords(row.filed_on, row.reference), ...sheet.notes]
      const head = await headOf(db, await readRules(db))
      const table = worksheetTable({ ...sheet, notes }, await companyHeader(db), head)
      const object = { type: 'filing', id: filingId }
      return print(table, { format, viewer, address, object, action: printFiled.name })
    }),

    answers(filedFile, async ({ params: { filingId, name }, viewer, address }) => {
      const row = await db
        .selectFrom('filing_file')
        .select(['name', 'content'])
        .where('filing_id', '=', filingId)
        .where('name', '=', name)
        .executeTakeFirst()
      if (row === undefined) throw new Refusal(common.notThere)
      const object = { type: 'filing', id: filingId }
      await write((trx) => audit(trx, clock, { viewer, address, action: filedFile.name, object, detail: { name } }))
      return { bytes: row.content, type: 'application/octet-stream', name: row.name }
    }),

    answers(viewTaxReconciliation, async ({ params: { period } }) => comparison(db, await readRules(db), period)),

    answers(printTaxReconciliation, async ({ params: { period, format }, query, viewer, address }) => {
      const made = await comparison(db, await readRules(db), period)
      const object = { type: 'return', id: `${query.table} ${period}` }
      return print(made[query.table], { format, viewer, address, object, action: printTaxReconciliation.name })
    }),

    answers(viewRules, async () => {
      const { profile, rates, deadlines, closed, forms, choices } = await readRules(db)
      const own = await ownDeadlines(db)
      return {
        today: today(clock),
        profile,
        otherDuties: choices ?? noOtherDuties,
        ownDeadlines: own.filter(({ endedOn }) => endedOn === null).map(({ endedOn: _, ...rest }) => rest),
        rates,
        deadlines,
        closed,
        forms: forms.map((row) => ({ ...row, title: dutyWords[row.form].title })),
        layouts: layouts.map(({ form, layout, revision }) => ({ form, layout, revision })),
      }
    }),
    answers(changeTaxProfile, async ({ body, viewer, address }) => {
      await write((trx) => putProfile(trx, { context, viewer, address }, body))
      return done
    }),
    answers(addRate, async ({ body, viewer, address }) => {
      await write((trx) => insertRate(trx, { context, viewer, address }, body))
      return done
    }),
    answers(addDeadline, async ({ body, viewer, address }) => {
      await write((trx) => insertDeadline(trx, { context, viewer, address }, body))
      return done
    }),
    answers(addForm, async ({ body, viewer, address }) => {
      await write((trx) => insertForm(trx, { context, viewer, address }, body))
      return done
    }),
    answers(addClosedDay, async ({ body, viewer, address }) => {
      await write((trx) => putClosedDay(trx, { context, viewer, address }, body))
      return done
    }),
    answers(changeOtherDuties, async ({ body, viewer, address }) => {
      await write((trx) => putOtherDuties(trx, { context, viewer, address }, body))
      return done
    }),
    answers(addOwnDeadline, async ({ body, viewer, address }) => {
      await write((trx) => insertOwn(trx, { context, viewer, address }, body))
      return done
    }),
    answers(endOwnDeadline, async ({ params, viewer, address }) => {
      await write((trx) => endOwn(trx, { context, viewer, address }, params.id))
      return done
    }),
    answers(markOwnDone, async ({ params, body, viewer, address }) => {
      await write((trx) => markOwn(trx, { context, viewer, address }, params, body))
      return done
    }),
    answers(removeClosedDay, async ({ params, viewer, address }) => {
      await write((trx) => takeClosedDay(trx, { context, viewer, address }, params.day))
      return done
    }),
  ]
}

type Printing = {
  format: keyof typeof tablePrinters
  viewer: Viewer
  address: string
  action: string
  object: { type: string; id: string }
}

const isOf = (duty: string, to: string) => (moved: { form: string; period: string }) =>
  moved.form === duty && moved.period === to
