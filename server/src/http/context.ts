// The context of features that sign users in.
import type { AppContext } from '../platform/context.ts'
import type { Provider } from './identity/provider.ts'
import type { Limits } from './limits.ts'
import type { PasswordCost } from './passwords.ts'

export type HttpContext = AppContext & {
  identity: Provider
  limits: Limits
  passwordCost: PasswordCost
}
