import type { ReactNode } from 'react'

/** A long address breaks before its @ and not in the middle of a word. */
export function breakable(address: string): ReactNode {
  const at = address.indexOf('@')
  if (at < 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
