// A value that follows another value after a short pause, so that moving quickly through rows does not load each of
// them.
import { useEffect, useState } from 'react'

const settledAfterMs = 120

/** The value once it has stayed the same for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
