// All entries of an account with its running balance. Each links to its document.
import { Button } from '@mantine/core'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths, withQuery } from '../../app/paths.ts'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Downloads } from './Downloads.tsx'
import { tagsInAddress, TagSelects } from '../../app/table/TagSelects.tsx'
import classes from '../../app/table/sheet.module.css'
import { datesIn, ReportPeriod } from './ReportPeriod.tsx'
import { reportSource, useShownPeriod } from './reportPages.ts'
import { useKnown } from './ReportOptions.tsx'
import { useReportQuery } from './reportQuery.ts'
import { ReportView } from './ReportView.tsx'

export function AccountEntriesPage() {
  const { code = '' } = useParams()
  const [address] = useSearchParams()
  const tags = tagsInAddress(address)
  const { changeTags } = useReportQuery()
  const { known, field } = useKnown()
  const query = { account: code, ...datesIn(address, 'period'), ...tags, ...known }
  const shown = useShownPeriod(reportSource('account-entries', query))
  return (
    <>
      <div className={classes.screenOnly}>
        <PageTitle
          action={
            <Button component={Link} to={withQuery(paths.financialReport, { asOf: shown?.to })} variant="default">
              Trial Balance
            </Button>
          }
        >
          Account {code}
        </PageTitle>
      </div>
      <div className={classes.tools}>
        <ReportPeriod shown={shown} />
        <TagSelects filters={tags} onChange={changeTags} />
        {field}
        <HistoryLink type="account" id={code} />
        <Downloads report="account-entries" query={query} />
      </div>
      <ReportView report="account-entries" query={query} />
    </>
  )
}
