// Writes the types of the public API from its OpenAPI document: server/test/api.generated.ts, for the client of the tests.
import openapiTS, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { apiEndpoints } from '@talaan/contract/api/resources.ts'
import { openApiOf } from '../src/features/api/openapi.ts'

const head = `// Generated from the OpenAPI document by \`npm run generate\`; a test fails when it is stale.
`

export async function apiTypes(): Promise<string> {
  const document = openApiOf(apiEndpoints, 'test') as unknown as OpenAPI3
  return head + astToString(await openapiTS(document))
}
