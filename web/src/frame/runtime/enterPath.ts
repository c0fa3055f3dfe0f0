// Where Enter stops in this form, as the person set it: a rule for a field comes before that of the form.
import type { EnterPath } from '@talaan/contract/enter-paths.ts'

let path: EnterPath = {}

export function setEnterPath(fields: EnterPath): void {
  path = fields
}

/** The name of a field by its id: all cells of a column have one name. */
export const enterName = (id: string): string => id.replace(/-\d+-/, '.')

export const enterRule = ({ id }: HTMLElement): EnterPath[string] | undefined => {
  const name = enterName(id)
  return Object.hasOwn(path, name) ? path[name] : undefined
}

/** A field gets the rule opposite to what Enter does there now, and loses its rule the second time. */
export function enterPathToggled(fields: EnterPath, id: string, isPassed: boolean): EnterPath {
  const { [enterName(id)]: before, ...others } = fields
  return before === undefined ? { ...others, [enterName(id)]: isPassed ? 'stop' : 'pass' } : others
}
