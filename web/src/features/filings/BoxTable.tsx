// The boxes of a return. Each links to its details and accepts manual amounts.
import { Button } from '@mantine/core'
import type { Filing, WorksheetBox } from '@talaan/contract/filings.ts'
import { formatPeriod, isWorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import sheet from '../../app/table/sheet.module.css'
import { EntryDialog } from './dialogs.tsx'
import classes from './tax.module.css'

type Props = Pick<Filing, 'duty' | 'period'> & { worksheet: NonNullable<Filing['worksheet']> }

export function BoxTable({ duty, period, worksheet }: Props) {
  const [entering, setEntering] = useState<WorksheetBox>()
  const { head, boxes, revision, source, notes } = worksheet
  return (
    <div className={sheet.sheet}>
      <dl className={classes.facts}>
        {head
          .filter(({ value }) => value !== '')
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={sheet.whole}>
        <table className={`${sheet.table} ${classes.worksheet}`}>
          <caption className={sheet.caption}>
            {duty}, {formatPeriod(period)}
          </caption>
          <thead>
            <tr>
              <th scope="col">Box</th>
              <th scope="col">Line</th>
              <th scope="col" data-kind="money">
                Amount
              </th>
              <th scope="col" data-kind="money">
                Tax
              </th>
              <th scope="col">Manual entry</th>
            </tr>
          </thead>
          <tbody>
            {boxes.map((box) => (
              <Fragment key={box.no}>
                {box.heading !== undefined && (
                  <tr data-emphasis="heading">
                    <td colSpan={5}>{box.heading}</td>
                  </tr>
                )}
                <BoxRow
                  box={box}
                  href={paths.filing(duty, period.to, box.no)}
                  whyOf={(column) => paths.boxWhy({ duty, period: period.to, box: box.no, column })}
                  onEnter={takesEntry(box) ? () => setEntering(box) : undefined}
                />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p className={sheet.notes}>
        Form {duty}, {revision}. {source}
      </p>
      {notes.map((note) => (
        <p key={note} className={sheet.notes}>
          {note}
        </p>
      ))}
      {entering !== undefined && isWorksheetForm(duty) && (
        <EntryDialog duty={duty} period={period.to} box={entering} onClose={() => setEntering(undefined)} />
      )}
    </div>
  )
}

const takesEntry = ({ how }: WorksheetBox): boolean => how !== 'sum' && how !== 'formula'

type BoxRowProps = {
  box: WorksheetBox
  href: string
  whyOf: (column: 'base' | 'tax') => string
  onEnter: (() => void) | undefined
}

function BoxRow({ box, href, whyOf, onEnter }: BoxRowProps) {
  const { no, label, rule, columns, base, tax, parts, entered, emphasis } = box
  return (
    <tr data-emphasis={emphasis} data-line={columns !== 'both' || undefined}>
      <td data-kind="code">
        {parts > 0 ? (
          <Link to={href} className={sheet.drill} aria-label={`Box ${no}, ${label}: details`}>
            {no}
          </Link>
        ) : (
          no
        )}
      </td>
      <td data-kind="text">
        {label}
        <span className={classes.rule}>{rule}</span>
        {entered !== null && <span className={classes.entered}>Manual entry: {entered.reason}</span>}
      </td>
      <td data-kind="money" data-title="Amount">
        {columns === 'tax' ? '' : <Figure amount={base} to={whyOf('base')} />}
      </td>
      <td data-kind="money" data-title="Tax">
        {columns === 'base' ? '' : <Figure amount={tax} to={whyOf('tax')} />}
      </td>
      <td>
        {onEnter && (
          <Button variant="default" size="compact-sm" aria-label={`Enter in box ${no}`} onClick={onEnter}>
            Enter
          </Button>
        )}
      </td>
    </tr>
  )
}

function Figure({ amount, to }: { amount: Money; to: string }) {
  return amount === 0n ? (
    figure(amount)
  ) : (
    <Link to={to} className={sheet.figure}>
      {figure(amount)}
    </Link>
  )
}

const figure = (amount: Money): string => formatMoney(amount, { negative: 'brackets', zero: 'dash' })
