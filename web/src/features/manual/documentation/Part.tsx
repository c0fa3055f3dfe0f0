// A section with its heading; the list of sections leads to it.
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { sections, type SectionId } from './sections.ts'
import classes from './documentation.module.css'

export function Part({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} className={classes.part} aria-labelledby={`${id}-title`}>
      <Title order={2} id={`${id}-title`}>
        {sections.find((section) => section.id === id)?.title}
      </Title>
      {children}
    </section>
  )
}
