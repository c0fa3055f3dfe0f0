// The OpenAPI 3.1 document, generated from the endpoints of the public API.
import { amountSentence, markOf, priceSentence } from '@talaan/contract/api/amount.ts'
import { scopesOf } from '@talaan/contract/api/endpoint.ts'
import type { ApiEndpoint } from '@talaan/contract/api/endpoint.ts'
import { scopeWords } from '@talaan/contract/api-keys.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { plainMoney } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'

type Json = Record<string, unknown>

/** The JSON Schema of the fields of a type, as the API takes them. */
export const fieldsSchema = (kind: DocumentTypeName): Json => jsonSchema(documentTypeOf(kind).fields)

const amountSchema = { type: 'string', pattern: '^-?(0|[1-9]\\d{0,12})\\.\\d{2}$', description: amountSentence }
const priceSchema = { type: 'string', pattern: '^-?(0|[1-9]\\d{0,12})\\.\\d{2,6}$', description: priceSentence }

/** The schema of what is sent: an object of ours takes no unknown members, one of the answer may get more in a later release. */
function jsonSchema(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema as z.ZodMiniType, {
    io: 'input',
    // Everything else that JSON cannot express is an error of the schema.
    unrepresentable: ({ zodSchema, message }) => {
      const { def } = (zodSchema as z.core.$ZodTypes)._zod
      if (def.type === 'default' && typeof def.defaultValue === 'bigint')
        return { default: plainMoney(def.defaultValue) }
      throw new Error(message)
    },
    override: ({ zodSchema, jsonSchema: own }) => {
      const mark = markOf(zodSchema)
      if (mark === undefined) return
      for (const name of Object.keys(own)) delete own[name as keyof typeof own]
      Object.assign(own, mark === 'amount' ? amountSchema : priceSchema)
    },
  }) as Json
  return json
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string', description: 'The error and how to correct it.' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'A code that does not change. Programs should use it instead of the text.' },
    requestId: { type: 'string', format: 'uuid' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer to the field in the request body.' },
          message: { type: 'string' },
        },
      },
    },
  },
}

export function openApiOf(endpoints: readonly ApiEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = pathOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Talaan API',
      version: 'v1',
      summary: `The public API of Talaan ${version}`,
      description: 'See docs/api.md for keys, amounts, errors and repeated calls.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(endpoints.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'talaan_live_…' } },
      schemas: { Problem: problem },
      responses: {
        Problem: {
          description: 'The call failed. Nothing was changed, unless the message says what to check.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

function operationOf({
  name,
  method,
  path,
  summary,
  group,
  notes,
  scope,
  alsoNeeds,
  access,
  deprecated,
  idempotencyKey,
  links,
  records,
  ...endpoint
}: ApiEndpoint): Json {
  const scopes = scopesOf({ scope, alsoNeeds })
  const description = [
    deprecated === null
      ? ''
      : `Deprecated. Use ${deprecated.successor} instead. Talaan will support this call until at least ${deprecated.until}.`,
    ...notes,
    scope === null ? '' : `${permissionsOf(scopes)} Roles: ${access.join(', ')}.`,
  ]
  const body = endpoint.bytesIn
    ? {
        required: true,
        content: {
          'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
        },
      }
    : method === 'GET' || method === 'DELETE' || isEmpty(endpoint.body)
      ? undefined
      : { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body) } } }
  return {
    operationId: name.replace(/^api\./, ''),
    tags: [group],
    summary,
    description: description.filter((line) => line !== '').join('\n\n'),
    ...(deprecated !== null && { deprecated: true }),
    ...(scope === null && { security: [] }),
    parameters: [
      ...parametersOf(endpoint.params, 'path').filter(({ name: of }) => path.includes(`:${String(of)}`)),
      ...parametersOf(endpoint.query, 'query').map((parameter) => describedParameter(parameter, links)),
      ...(idempotencyKey === 'none' ? [] : [{ ...idempotencyHeader, required: idempotencyKey === 'required' }]),
    ],
    ...(body && { requestBody: body }),
    responses: {
      200: endpoint.bytesOut
        ? {
            description: 'The file.',
            content: { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } },
          }
        : {
            description: 'The answer.',
            content: { 'application/json': { schema: withLinks(jsonSchema(endpoint.answer), { records, links }) } },
          },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  }
}

const permissionsOf = (scopes: readonly Scope[]): string =>
  `${scopes.length === 1 ? 'Permission' : 'Permissions'}: ${scopes.map((scope) => `${scope} (${scopeWords[scope]})`).join(', ')}.`

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Use a new key for each request. A repeated call with the same key takes effect only once.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
}

/** What parameters of many calls do, and which links there are. */
function describedParameter(parameter: Json, links: ApiEndpoint['links']): Json {
  if (parameter['name'] === 'expand') {
    const names = Object.keys(links).join(', ')
    return { ...parameter, description: `Also return these linked records, separated by commas: ${names}.` }
  }
  const description = parameterTexts[String(parameter['name'])]
  return description === undefined ? parameter : { ...parameter, description }
}

const parameterTexts: Record<string, string> = {
  fields: 'Return only these members of each record, separated by commas.',
  totalFrom: `The smallest total. ${amountSentence}`,
  totalTo: `The largest total. ${amountSentence}`,
  open: 'Only documents with an open balance or unused credit.',
  ascending: 'The reverse order.',
}

/** The answer with the linked records that its records can be expanded with. */
function withLinks(answer: Json, { records, links }: Pick<ApiEndpoint, 'records' | 'links'>): Json {
  const added = Object.fromEntries(
    Object.entries(links).map(([name, { call, path }]) => {
      const { description: _, ...linked } = path.reduce(memberOf, jsonSchema(call().answer))
      const from = `${call().method} ${pathOf(call())}`
      const description = `Returned only with expand=${name}. Its members are those of "${path.join('.')}" in ${from}.`
      return [name, { anyOf: [linked, { type: 'null' }], description, 'x-expand': name }]
    }),
  )
  for (const record of records) {
    const member = memberOf(answer, record)
    const { properties } = (member['items'] ?? member) as { properties: Json }
    Object.assign(properties, added)
  }
  return answer
}

const pathOf = ({ path }: Pick<ApiEndpoint, 'path'>): string => path.replace(/:(\w+)/g, '{$1}')

const memberOf = (schema: Json, name: string): Json => (schema['properties'] as Record<string, Json>)[name] ?? {}

const isEmpty = (schema: z.core.$ZodType): boolean => Object.keys(shapeOf(schema)).length === 0

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' ? def.shape : {}
}

const parametersOf = (schema: z.core.$ZodType, where: 'path' | 'query'): Json[] =>
  Object.entries(shapeOf(schema)).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || field._zod.optin !== 'optional',
    schema: jsonSchema(field),
  }))
