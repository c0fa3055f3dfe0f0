// A section with its heading and pictures, to which the list of sections links.
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PictureOf } from '../PictureOf.tsx'
import { pictures } from '../pictures.ts'
import { sections, type SectionId } from './sections.ts'
import classes from './documentation.module.css'

export function Part({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} className={classes.part} aria-labelledby={`${id}-title`}>
      <Title order={2} id={`${id}-title`}>
        {sections.find((section) => section.id === id)?.title}
      </Title>
      {children}
      {pictures
        .filter(({ tab, section }) => tab === 'documentation' && section === id)
        .map((picture) => (
          <PictureOf key={picture.screen} picture={picture} />
        ))}
    </section>
  )
}
