// Errors of the public API in the standard format, application/problem+json (RFC 9457), with a pointer to each wrong field.
import { apiProblems } from '@talaan/contract/api/endpoint.ts'
import type { ApiEndpoint } from '@talaan/contract/api/endpoint.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { common } from '@talaan/contract/problem.ts'
import type { Failure, Problem } from '@talaan/contract/problem.ts'

/** The public API, also in a version that does not exist. */
export const isApiPath = (url: string): boolean => /^\/api\/v\d+(\/|\?|$)/.test(url)

const isOfVersion1 = (url: string): boolean => /^\/api\/v1(\/|\?|$)/.test(url)

/** Why nothing is at an address. */
export const problemAt = (url: string): Problem =>
  isApiPath(url) && !isOfVersion1(url) ? apiProblems.noSuchVersion : common.notThere

export const isOfApi = (endpoint: Endpoint): endpoint is ApiEndpoint => 'scope' in endpoint

export function problemJson(requestId: string, status: number, { code, error, fields }: Failure) {
  return {
    type: `/api/v1/problems/${code}`,
    title: error,
    status,
    code,
    requestId,
    ...(fields && { fields: fields.map(({ path, message }) => ({ pointer: pointerTo(path), message })) }),
  }
}

/** A JSON pointer (RFC 6901). */
const pointerTo = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
