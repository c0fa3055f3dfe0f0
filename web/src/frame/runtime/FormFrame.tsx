// The layout of a form, with the document's name and its next number at the top.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { steady } from '../../ui/steady.tsx'
import css from './FormFrame.module.css'

type Props = {
  title: string
  /** The number, or a placeholder. */
  number?: string
  note?: string
  /** A button next to the heading. */
  action?: ReactNode
  children: ReactNode
}

export function FormFrame({ children, action, ...head }: Props) {
  return (
    <main className={css.frame}>
      <header className={css.head}>
        <Head {...head} />
        {action && <span className={css.action}>{action}</span>}
      </header>
      {children}
    </main>
  )
}

const Head = steady(({ title, number, note }: Omit<Props, 'children' | 'action'>) => (
  <>
    <Title order={1}>{title}</Title>
    {note && <Text className={css.note}>{note}</Text>}
    {number && (
      <Text className={css.number}>
        <span className={css.note}>Number</span> {number}
      </Text>
    )}
  </>
))
