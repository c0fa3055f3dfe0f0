// A call of the public API that will be removed says so in its headers (RFC 9745, RFC 8594).
import type { Deprecation } from '@talaan/contract/api/endpoint.ts'

export const deprecationHeaders = ({ since, until, successor }: Deprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(until).toUTCString(),
  link: `<${successor}>; rel="successor-version"`,
})
