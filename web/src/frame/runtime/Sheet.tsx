// The frame of a form: the document's name, its next number and the company at the top.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { steady } from '../../ui/steady.tsx'
import css from './Sheet.module.css'

type Props = {
  title: string
  /** The number, or a placeholder. */
  number?: string
  company: string
  note?: string
  children: ReactNode
}

export function Sheet({ children, ...head }: Props) {
  return (
    <main className={css.sheet}>
      <Head {...head} />
      {children}
    </main>
  )
}

const Head = steady(({ title, number, company, note }: Omit<Props, 'children'>) => (
  <header className={css.head}>
    <div>
      <Text className={css.company}>{company}</Text>
      <Title order={1}>{title}</Title>
      {note && <Text className={css.note}>{note}</Text>}
    </div>
    {number && (
      <div className={css.number}>
        <Text className={css.note}>Number</Text>
        <Text className={css.figure}>{number}</Text>
      </div>
    )}
  </header>
))
