// What every feature gives the portal.
import type { HttpContext } from './context.ts'
import type { Route } from './route.ts'

/** A feature is the list of its routes, made from what the context gives. */
export type Feature = (context: HttpContext) => Route[]
