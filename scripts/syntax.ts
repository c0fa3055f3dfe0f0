// Source files read as trees, for the checks that look at names and not at text.
import { parseSync } from 'rolldown/utils'
import type { ParseResult } from 'rolldown/utils'

export type Node = { type: string; start: number; end: number; [key: string]: unknown }

export function parsed(path: string, source: string): ParseResult {
  const result = parseSync(path, source)
  if (result.errors.length > 0) throw new Error(`${path} could not be read: ${result.errors[0]?.message}`)
  return result
}

/** Below a node, itself first, until `isEnough` says that nothing further down matters. */
export function* nodesIn(value: unknown, isEnough: (node: Node) => boolean = () => false): Generator<Node> {
  if (Array.isArray(value)) {
    for (const each of value) yield* nodesIn(each, isEnough)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (!('type' in value)) return
  const node = value as Node
  if (isEnough(node)) return
  yield node
  for (const [key, child] of Object.entries(node)) if (!isPlainKey(node, key)) yield* nodesIn(child, isEnough)
}

/** The name of a property is not a reference. */
const isPlainKey = (node: Node, key: string): boolean =>
  node['computed'] !== true &&
  ((node.type === 'MemberExpression' && key === 'property') ||
    (node.type === 'Property' && key === 'key') ||
    (node.type === 'TSPropertySignature' && key === 'key') ||
    (node.type === 'ImportSpecifier' && key === 'imported'))

/** The name that a node refers to or declares. */
export const nameOf = (node: Node): string | undefined =>
  node.type === 'Identifier' || node.type === 'JSXIdentifier' ? (node['name'] as string) : undefined
