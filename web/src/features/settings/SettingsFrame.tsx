// The layout of every section of the settings: the list of sections on the left, and the shared data.
import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { getSettings, settingsSections } from '@talaan/contract/settings.ts'
import type { Settings, SettingsSection } from '@talaan/contract/settings.ts'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import classes from './settings.module.css'

type Props = { section: SettingsSection; children: (settings: Settings) => ReactNode }

const addressOf = (id: SettingsSection) => (id === 'company' ? paths.settings() : paths.settings(id))

export function SettingsFrame({ section, children }: Props) {
  const { passwordDue } = useSession()
  const go = useNavigate()
  const query = useCall(getSettings, {}, { enabled: !passwordDue })
  return (
    <>
      {/* The header and the section already show the title. */}
      <VisuallyHidden>
        <h1>Company Settings</h1>
      </VisuallyHidden>
      <div className={classes.columns}>
        <NativeSelect
          hiddenFrom="md"
          aria-label="Section of the settings"
          data={settingsSections.map(({ id, title }) => ({ value: id, label: title }))}
          value={section}
          onChange={({ currentTarget }) => {
            const chosen = settingsSections.find(({ id }) => id === currentTarget.value)
            if (chosen) void go(addressOf(chosen.id))
          }}
        />
        <nav className={classes.places} aria-label="Sections of the settings">
          {settingsSections.map(({ id, title }) => (
            <Link
              key={id}
              to={addressOf(id)}
              className={classes.place}
              aria-current={id === section ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <section className={classes.sheet} aria-labelledby="section" key={section}>
          <Answered query={query} panel={classes.body} loading={<SkeletonRows rows={10} />}>
            {children}
          </Answered>
        </section>
      </div>
    </>
  )
}
