// Where Enter stops in this form, as the user set it. The user's rule for a field overrides the form's rule.
import type { EnterPath } from '@talaan/contract/enter-paths.ts'

let path: EnterPath = {}

export function setEnterPath(fields: EnterPath): void {
  path = fields
}

/** The name of a field by its id; all cells of a column share one name. */
export const enterName = (id: string): string => id.replace(/-\d+-/, '.')

export const enterRule = ({ id }: HTMLElement): EnterPath[string] | undefined => {
  const name = enterName(id)
  return Object.hasOwn(path, name) ? path[name] : undefined
}

/** The first time, a field gets the opposite of what Enter does there now; the second time, it loses its rule. */
export function enterPathToggled(fields: EnterPath, id: string, isPassed: boolean): EnterPath {
  const { [enterName(id)]: before, ...others } = fields
  return before === undefined ? { ...others, [enterName(id)]: isPassed ? 'stop' : 'pass' } : others
}
