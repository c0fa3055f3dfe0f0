// The frame of a form: the document's name and its next number at the top.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { steady } from '../../ui/steady.tsx'
import css from './Sheet.module.css'

type Props = {
  title: string
  /** The number, or a placeholder. */
  number?: string
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

const Head = steady(({ title, number, note }: Omit<Props, 'children'>) => (
  <header className={css.head}>
    <Title order={1}>{title}</Title>
    {note && <Text className={css.note}>{note}</Text>}
    {number && (
      <Text className={css.number}>
        <span className={css.note}>Number</span> {number}
      </Text>
    )}
  </header>
))
