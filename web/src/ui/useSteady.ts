// Returns a function that never changes and calls the latest callback, so that components that use it don't render
// again.
import { useCallback, useEffect, useRef } from 'react'

export function useSteady<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useEffect(() => void (latest.current = act))
  return useCallback((...args: Args) => latest.current(...args), [])
}
