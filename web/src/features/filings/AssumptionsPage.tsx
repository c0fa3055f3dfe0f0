// Assumptions without a public source, for accountants to confirm: what Talaan assumes, and where to change it.
import { Anchor, Text, Title } from '@mantine/core'
import type { SettingsSection } from '@talaan/contract/settings.ts'
import { type Assumption, assumptions } from '@talaan/ledger/tax/to-confirm.ts'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import classes from './tax.module.css'
import { TaxTabs } from './TaxTabs.tsx'

const subjects = [...new Set(assumptions.map(({ about }) => about))]

export function AssumptionsPage() {
  return (
    <>
      <PageTitle>Assumptions to confirm</PageTitle>
      <TaxTabs />
      <Text mb="lg" maw="75ch">
        Published sources do not give clear rules on these points, so Talaan makes assumptions. Compare the assumptions
        with the current forms, permits and circulars. You can change most of them in the settings. For the others,
        Talaan shows a warning where they apply.
      </Text>
      {subjects.map((subject) => (
        <section key={subject} aria-label={subject}>
          <Title order={2} mb="xs">
            {subject}
          </Title>
          <dl className={classes.assumptions}>
            {assumptions
              .filter(({ about }) => about === subject)
              .map((assumption) => (
                <div key={assumption.question}>
                  <dt>{assumption.question}</dt>
                  <dd>{assumption.practice}</dd>
                  <dd>
                    <span className={classes.quiet}>{assumption.covered}</span> <Where at={assumption.at} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </>
  )
}

const words: Record<NonNullable<Assumption['at']>, string> = {
  company: 'Company settings',
  withholding: 'Withholding codes',
  taxes: 'Tax return settings',
  vat: 'VAT rates',
  chart: 'Chart of accounts',
  returns: 'Tax calendar',
}

function Where({ at }: { at: Assumption['at'] }) {
  if (at === null) return null
  const to = at === 'returns' ? paths.taxCompliance : paths.settings(at satisfies SettingsSection)
  return (
    <Anchor component={Link} to={to} underline="always" inherit>
      {words[at]}
    </Anchor>
  )
}
