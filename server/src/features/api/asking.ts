// How the calls of the public API are answered: by the portal's own endpoints, and each change once.
import type { ApiEndpoint } from '@talaan/contract/api/endpoint.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@talaan/contract/endpoint.ts'
import type { Call, Download } from '../../http/route.ts'

export type Parts<E> = { params?: ParamsOf<E>; query?: QueryOf<E>; body?: BodyOf<E> }

/** Calls an endpoint of the portal for the account of the key. */
export type Ask = <E extends Endpoint>(call: Call<Endpoint>, endpoint: E, parts?: Parts<E>) => Promise<AnswerOf<E>>

/** The same for an endpoint that answers with a file. */
export type AskFile = <E extends Endpoint>(call: Call<Endpoint>, endpoint: E, parts: Parts<E>) => Promise<Download>

/** Does the work of a call once for each Idempotency-Key, under an id that is derived from it. */
export type Once = <T>(
  call: Call<Endpoint>,
  endpoint: Pick<ApiEndpoint, 'name'>,
  work: (id: string, isRepeated: boolean) => Promise<T>,
) => Promise<T>
