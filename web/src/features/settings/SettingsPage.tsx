// Company Settings. The sections are listed on the left; each has its own address and its own Save button.
import type { Settings, SettingsSection } from '@talaan/contract/settings.ts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ChangesSection } from './ChangesSection.tsx'
import { ChartSection } from './ChartSection.tsx'
import { CompanySection } from './CompanySection.tsx'
import { ExpensesSection } from './ExpensesSection.tsx'
import { FormsSection, NumbersSection } from './ShownSections.tsx'
import { MailSection } from './MailSection.tsx'
import { MoneySection } from './MoneySection.tsx'
import { VatSection, WithholdingSection } from './RatesSections.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { later } from '../../ui/later.tsx'

const ApiKeysSection = later(async () => (await import('./ApiKeysSection.tsx')).ApiKeysSection)
const BackupsSection = later(async () => (await import('./BackupsSection.tsx')).BackupsSection)
const TagsSection = later(async () => (await import('./TagsSection.tsx')).TagsSection)
const JobsSection = later(async () => (await import('./JobsSection.tsx')).JobsSection)
const ReferenceSection = later(async () => (await import('./ReferenceSection.tsx')).ReferenceSection)
const WebhooksSection = later(async () => (await import('./WebhooksSection.tsx')).WebhooksSection)

/** These are separate pages, because only opening balances and tax returns need their rules. */
type Apart = 'opening' | 'taxes'
type Here = Exclude<SettingsSection, Apart>

const pages: Record<Here, (settings: Settings) => ReactNode> = {
  company: (settings) => <CompanySection settings={settings} />,
  chart: (settings) => <ChartSection settings={settings} />,
  money: (settings) => <MoneySection settings={settings} />,
  expenses: (settings) => <ExpensesSection settings={settings} />,
  tags: () => <TagsSection />,
  withholding: (settings) => <WithholdingSection settings={settings} />,
  vat: (settings) => <VatSection settings={settings} />,
  numbers: (settings) => <NumbersSection settings={settings} />,
  forms: (settings) => <FormsSection settings={settings} />,
  mail: (settings) => <MailSection settings={settings} />,
  api: () => <ApiKeysSection />,
  reference: () => <ReferenceSection />,
  webhooks: () => <WebhooksSection />,
  backups: () => <BackupsSection />,
  jobs: () => <JobsSection />,
  changes: () => <ChangesSection />,
}

export function SettingsPage() {
  const { section } = useParams()
  const shown = isHere(section) ? section : 'company'
  return <SettingsFrame section={shown}>{pages[shown]}</SettingsFrame>
}

const isHere = (section: string | undefined): section is Here => section !== undefined && Object.hasOwn(pages, section)
