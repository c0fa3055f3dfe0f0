// Preloaded, this kills the portal at the moment its first answer to a Yes is to be written: the commit is behind it.
import { ServerResponse } from 'node:http'

const end = ServerResponse.prototype.end as (...rest: unknown[]) => ServerResponse
ServerResponse.prototype.end = function (this: ServerResponse, ...rest: unknown[]) {
  const { method, url } = this.req
  if (method === 'POST' && url === '/api/documents' && this.statusCode === 200) process.kill(process.pid, 'SIGKILL')
  return end.apply(this, rest)
}
