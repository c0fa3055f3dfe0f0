// Company Settings: the sections stand at the left, each with its own address and its own Save.
import { getSettings, settingsSections } from '@talaan/contract/settings.ts'
import type { Settings, SettingsSection } from '@talaan/contract/settings.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useCall } from '../api.ts'
import { paths } from '../paths.ts'
import { Answered, SkeletonRows } from '../problems.tsx'
import { useSession } from '../session/session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import { ChangesSection } from './ChangesSection.tsx'
import { ChartSection } from './ChartSection.tsx'
import { CompanySection } from './CompanySection.tsx'
import { ExpensesSection } from './ExpensesSection.tsx'
import { FormsSection, NumbersSection } from './ShownSections.tsx'
import { MailSection } from './MailSection.tsx'
import { MoneySection } from './MoneySection.tsx'
import { VatSection, WithholdingSection } from './RatesSections.tsx'
import classes from './settings.module.css'

// Only who carries balances over needs their rule.
const OpeningSection = lazy(async () => ({ default: (await import('./OpeningSection.tsx')).OpeningSection }))

// Only who files returns needs their rules.
const TaxSection = lazy(async () => ({ default: (await import('./TaxSection.tsx')).TaxSection }))

const pages: Record<SettingsSection, (settings: Settings) => ReactNode> = {
  company: (settings) => <CompanySection settings={settings} />,
  chart: (settings) => <ChartSection settings={settings} />,
  money: (settings) => <MoneySection settings={settings} />,
  expenses: (settings) => <ExpensesSection settings={settings} />,
  withholding: (settings) => <WithholdingSection settings={settings} />,
  vat: (settings) => <VatSection settings={settings} />,
  taxes: () => (
    <Suspense fallback={null}>
      <TaxSection />
    </Suspense>
  ),
  opening: (settings) => (
    <Suspense fallback={null}>
      <OpeningSection settings={settings} />
    </Suspense>
  ),
  numbers: (settings) => <NumbersSection settings={settings} />,
  forms: (settings) => <FormsSection settings={settings} />,
  mail: (settings) => <MailSection settings={settings} />,
  changes: () => <ChangesSection />,
}

export function SettingsPage() {
  const { section } = useParams()
  const { passwordDue } = useSession()
  const query = useCall(getSettings, {}, { enabled: !passwordDue })
  const shown = settingsSections.find(({ id }) => id === section) ?? settingsSections[0]
  return (
    <>
      <PageTitle>Company Settings</PageTitle>
      <div className={classes.columns}>
        <nav className={classes.places} aria-label="Sections of the settings">
          {settingsSections.map(({ id, title }) => (
            <Link
              key={id}
              to={id === 'company' ? paths.settings() : paths.settings(id)}
              className={classes.place}
              aria-current={id === shown.id ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <section className={classes.sheet} aria-labelledby="section" key={shown.id}>
          <Answered
            query={query}
            loading={
              <div className={classes.body}>
                <SkeletonRows rows={10} />
              </div>
            }
          >
            {(settings) => pages[shown.id](settings)}
          </Answered>
        </section>
      </div>
    </>
  )
}
