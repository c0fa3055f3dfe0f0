// The lines of a box, each with a link to its document.
import { Anchor, Skeleton } from '@mantine/core'
import { printFiling, viewBox } from '@talaan/contract/filings.ts'
import { type WorksheetForm, dutyWords, isWorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { type Day, addMonths, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { callBytes, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { FileButtons } from '../../app/table/FileButtons.tsx'
import classes from '../../app/table/sheet.module.css'
import { ReportTable } from '../../app/table/ReportTable.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { later } from '../../ui/later.tsx'
import { linkTo } from './links.ts'

const Questions = later(async () => (await import('../questions/Questions.tsx')).Questions)

export function BoxPage() {
  const { duty = '', period = '', box = '' } = useParams()
  const form = isWorksheetForm(duty) ? duty : '2550Q'
  const query = useCall(viewBox, { params: { duty: form, period, box } })
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle>
          {duty}, box {box}
        </PageTitle>
        <Anchor component={Link} to={paths.filing(duty, period)} underline="always">
          Back to the return
        </Anchor>
      </div>
      <div className={classes.tools}>
        <FileButtons
          label="Download box"
          className={classes.downloads}
          fetch={(format) => callBytes(printFiling, { params: { duty, period, format }, query: { box } })}
        />
      </div>
      <Answered query={query} loading={<SkeletonRows rows={10} />}>
        {({ table }) => (
          <ReportTable
            table={table}
            linkTo={(link) =>
              link.to === 'account'
                ? paths.account(link.code, { from: firstOf(form, period), to: period })
                : linkTo(link)
            }
          />
        )}
      </Answered>
      <div className={classes.screenOnly}>
        <Suspense fallback={<Skeleton h={120} />}>
          <Questions
            subject={{ duty: form, period, box }}
            hint="Questions about the return and its boxes. The return can’t be marked as filed while a question is open."
          />
        </Suspense>
      </div>
    </>
  )
}

/** The first day of the period of a return made from the statements: a quarter or a year. */
const firstOf = (form: WorksheetForm, to: Day): Day =>
  startOfMonth(addMonths(monthOf(to), dutyWords[form].frequency === 'year' ? -11 : -2))
