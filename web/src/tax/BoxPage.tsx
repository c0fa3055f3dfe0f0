// What a box is made of: its lines, each with the document behind it.
import { Anchor, Title } from '@mantine/core'
import { printFiling, viewBox } from '@talaan/contract/filings.ts'
import { isWorksheetForm } from '@talaan/ledger/filings/forms.ts'
import { Link, useParams } from 'react-router'
import { callBytes, useCall } from '../api.ts'
import { paths } from '../paths.ts'
import { Answered, SkeletonRows } from '../problems.tsx'
import classes from '../sheet/sheet.module.css'
import { TableView } from '../sheet/TableView.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { FileButtons } from './FileButtons.tsx'
import { linkTo } from './links.ts'

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
          label="Download the box"
          fetch={(format) => callBytes(printFiling, { params: { duty, period, format }, query: { box } })}
        />
      </div>
      <Answered query={query} loading={<SkeletonRows rows={10} />}>
        {({ table }) => (
          <div className={classes.sheet}>
            <div className={classes.head}>
              <strong>{table.company.name}</strong>
              <p>{table.company.tinLine}</p>
              <Title order={2}>{table.title}</Title>
              <p>{table.period}</p>
            </div>
            <TableView table={table} linkTo={linkTo} />
            {table.notes.map((note) => (
              <p key={note} className={classes.notes}>
                {note}
              </p>
            ))}
          </div>
        )}
      </Answered>
    </>
  )
}
