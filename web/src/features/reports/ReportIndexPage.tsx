// All reports in groups, each with a short description. Favorites and recently opened reports come first.
import { ActionIcon } from '@mantine/core'
import {
  addReportStar,
  type ListedReport,
  listedReports,
  listReportStars,
  removeReportStar,
  reportAt,
  reportGroups,
} from '@talaan/contract/report-list.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { usePageTitle } from '../../app/pageTitle.ts'
import { recentOf, remember } from '../../app/session/recent.ts'
import { useSession } from '../../app/session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './ReportIndexPage.module.css'
import { ReportTabs } from './ReportTabs.tsx'
import { Schedules } from './Schedules.tsx'

const maxRecent = 5

export function ReportIndexPage() {
  usePageTitle('Reports')
  const { clientId } = useSession()
  const [stars, toggle] = useStars()
  const starred = stars.flatMap((id) => listedReports.find((one) => one.id === id) ?? [])
  const recent = recentOf(clientId).flatMap(({ path }) => reportAt(path) ?? [])
  const section = (title: string, reports: readonly ListedReport[]) =>
    reports.length > 0 && (
      <section key={title} aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {reports.map((report) => (
            <li key={report.id}>
              <ActionIcon
                size="lg"
                aria-pressed={stars.includes(report.id)}
                aria-label={`Favorite ${report.title}`}
                title={stars.includes(report.id) ? 'Remove from favorites' : 'Add to favorites'}
                color={stars.includes(report.id) ? 'yellow' : 'gray'}
                className={classes.star}
                onClick={() => toggle(report.id)}
              >
                <Icon name="star" filled={stars.includes(report.id)} />
              </ActionIcon>
              <Link
                to={report.path}
                className={classes.link}
                onClick={() => remember(clientId, { path: report.path, title: report.title, detail: report.about })}
              >
                <span className={classes.title}>{report.title}</span>
                <span className={classes.about}>{report.about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <>
      <PageTitle>Reports</PageTitle>
      <ReportTabs />
      <div className={classes.index}>
        {section('Favorites', starred)}
        {section('Recently opened', recent.slice(0, maxRecent))}
        {reportGroups.map((group) =>
          section(
            group,
            listedReports.filter((one) => one.group === group),
          ),
        )}
      </div>
      <Schedules />
    </>
  )
}

/** The favorites; a change shows immediately. */
function useStars(): [readonly string[], (report: string) => void] {
  const queries = useQueryClient()
  const key = keyOf(listReportStars)
  const stars = useCall(listReportStars).data?.reports ?? []
  const change = useMutation({
    mutationFn: ({ report, on }: { report: string; on: boolean }) =>
      call(on ? addReportStar : removeReportStar, { params: { report } }),
    onMutate: async ({ report, on }) => {
      await queries.cancelQueries({ queryKey: key })
      const reports = on ? [...stars, report] : stars.filter((one) => one !== report)
      queries.setQueryData(key, { reports })
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return [stars, (report) => change.mutate({ report, on: !stars.includes(report) })]
}
