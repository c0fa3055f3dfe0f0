// The heading of a section: its name, its button, and its purpose in a sentence.
import { Group, Text, Title } from '@mantine/core'
import type { SettingsSection } from '@talaan/contract/settings.ts'
import { settingsSections } from '@talaan/contract/settings.ts'
import type { ReactNode } from 'react'
import { Term } from '../../ui/Term.tsx'
import classes from './settings.module.css'

type Props = { section: SettingsSection; children: ReactNode; action?: ReactNode }

export function Head({ section, children, action }: Props) {
  return (
    <>
      <div className={classes.head}>
        <Group gap={4} wrap="nowrap">
          <Title order={2} id="section">
            {settingsSections.find(({ id }) => id === section)?.title}
          </Title>
          {section === 'withholding' && <Term name="ATC" />}
        </Group>
        {action}
      </div>
      <Text component="div" className={classes.why}>
        {children}
      </Text>
    </>
  )
}
