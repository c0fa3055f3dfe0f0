// Mutants of a source file: small changes that a test should notice.
import { parsed } from './syntax.ts'
import type { Node } from './syntax.ts'

export type Mutant = { start: number; end: number; replacement: string }

/** All single changes of operators, conditions, values, calls and statements; types and texts are left alone. */
export function mutantsIn(path: string, source: string): Mutant[] {
  const mutants: Mutant[] = []
  visit(parsed(path, source).program, (node) => mutants.push(...mutantsOf(node, source)))
  return mutants
}

export const mutated = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end)

/** The change on one line, with its place. */
export function sentenceOf(path: string, source: string, { start, end, replacement }: Mutant): string {
  const before = source.slice(0, start)
  const line = before.split('\n').length
  const column = start - before.lastIndexOf('\n')
  const short = (code: string) => {
    const text = code.replaceAll(/\s+/g, ' ')
    return text.length > 80 ? `${text.slice(0, 80)}…` : text
  }
  return `${path}:${line}:${column} ${short(source.slice(start, end))} → ${short(replacement) || 'nothing'}`
}

const operators: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
}

const otherMethods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}

/** `list.filter(…)` becomes `list`. */
const skippedMethods = new Set(['filter', 'slice', 'toSorted', 'sort', 'toReversed', 'trim', 'toLowerCase'])

function mutantsOf(node: Node, source: string): Mutant[] {
  const child = (key: string) => node[key] as Node
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const becomes = ({ start, end }: Node, ...replacements: string[]): Mutant[] =>
    replacements.map((replacement) => ({ start, end, replacement }))

  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression': {
      const operator = node['operator'] as string
      const other = operators[operator]
      const [left, right] = [child('left'), child('right')]
      if (other === undefined || (operator === '+' && (isText(left) || isText(right)))) return []
      const start = source.indexOf(operator, left.end)
      return [{ start, end: start + operator.length, replacement: other }]
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return becomes(child('test'), 'true', 'false')
    case 'UnaryExpression':
      return ['!', '-'].includes(node['operator'] as string) ? becomes(node, textOf(child('argument'))) : []
    case 'Literal':
      if (typeof node['value'] === 'boolean') return becomes(node, String(!node['value']))
      if (typeof node['value'] === 'number') return becomes(node, String(node['value'] + 1))
      return typeof node['bigint'] === 'string' ? becomes(node, `${BigInt(node['bigint']) + 1n}n`) : []
    case 'CallExpression': {
      const callee = child('callee')
      if (callee.type !== 'MemberExpression' || callee['computed'] === true) return []
      const property = callee['property'] as Node
      const name = textOf(property)
      if (Object.hasOwn(otherMethods, name)) return becomes(property, otherMethods[name]!)
      return skippedMethods.has(name) ? becomes(node, textOf(callee['object'] as Node)) : []
    }
    case 'ExpressionStatement':
      return ['CallExpression', 'AwaitExpression', 'AssignmentExpression'].includes(child('expression').type)
        ? becomes(node, ';')
        : []
    case 'ThrowStatement':
      return becomes(node, ';')
    default:
      return []
  }
}

const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

/** Of these only the expression runs. */
const typedExpressions = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function visit(value: unknown, found: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, found)
  if (typeof value !== 'object' || value === null || !('type' in value)) return
  const node = value as Node
  if (typedExpressions.has(node.type)) return visit(node['expression'], found)
  if (node.type.startsWith('TS')) return
  found(node)
  for (const [key, child] of Object.entries(node)) if (!isKey(node, key)) visit(child, found)
}

const isKey = (node: Node, key: string) => key === 'key' && node['computed'] !== true
