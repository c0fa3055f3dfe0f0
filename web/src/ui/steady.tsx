// A form renders again at each key press, because most of its parts depend on each other. Fields are expensive, so a
// field is skipped while everything it shows is unchanged. Its handlers are always those of the last render.
import { createElement, memo, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'

type Props = Record<string, unknown>
type Handler = (...args: unknown[]) => unknown

export function steady<P extends object>(Box: ComponentType<P>): (props: P) => ReactNode {
  const Memoized = memo(Box, same) as ComponentType<Props>
  return function Steady(props) {
    const last = useRef(props as Props)
    useLayoutEffect(() => {
      last.current = props as Props
    })
    const [handlers] = useState<Record<string, Handler>>({})
    const drawn: Props = {}
    for (const [name, value] of Object.entries(props)) {
      if (typeof value !== 'function') drawn[name] = value
      else drawn[name] = handlers[name] ??= (...args) => (last.current[name] as Handler | undefined)?.(...args)
    }
    return createElement(Memoized, drawn)
  }
}

/** Compares lists and records by value, and everything else, such as an element, by identity. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]))
  )
}

function isPlain(value: unknown): value is Props {
  if (typeof value !== 'object' || value === null || '$$typeof' in value) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}
