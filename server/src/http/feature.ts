// The type of features.
import type { HttpContext } from './context.ts'
import type { Route } from './route.ts'

/** Creates the routes of a feature from the context. */
export type Feature = (context: HttpContext) => Route[]
