// The same function all the while, which does what the last drawing said: a part that is given it is not drawn again for it.
import { useCallback, useEffect, useRef } from 'react'

export function useSteady<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useEffect(() => void (latest.current = act))
  return useCallback((...args: Args) => latest.current(...args), [])
}
