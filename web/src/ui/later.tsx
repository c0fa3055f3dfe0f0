// A part of the portal that loads when it is first rendered, or earlier if its page is likely to open.
import { type ComponentType, isValidElement, lazy, type ReactNode, useState } from 'react'

type Later<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> }

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let fetched: ComponentType<Props> | undefined
  const fetch = async () => ({ default: (fetched ??= await load()) })
  const Waiting = lazy(fetch)
  function Part(props: Props) {
    // A loaded part renders immediately: for even a short wait, React would show the loading state for 300 ms.
    const [Drawn] = useState<ComponentType<Props>>(() => fetched ?? Waiting)
    return <Drawn {...props} />
  }
  // A failure is ignored here, because the page reports it when it opens.
  return Object.assign(Part, { fetch: () => fetch().catch(() => undefined) })
}

/** Loads the parts that a page renders. */
export async function fetchLater(drawn: ReactNode): Promise<void> {
  if (Array.isArray(drawn)) await Promise.all(drawn.map(fetchLater))
  if (!isValidElement<{ children?: ReactNode }>(drawn)) return
  const { type, props } = drawn
  const own = typeof type === 'function' && 'fetch' in type ? (type as Later<object>).fetch() : undefined
  await Promise.all([own, fetchLater(props.children)])
}
