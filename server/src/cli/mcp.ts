// talaan mcp: the MCP server for an assistant on this computer, over standard input and output, with the API of a running portal.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { wireOf } from '../features/mcp/call.ts'
import type { CallApi } from '../features/mcp/call.ts'
import { talaanMcp } from '../features/mcp/server.ts'
import { version } from '../platform/version.ts'
import { CommandMistake } from './command.ts'
import type { Command } from './command.ts'

export const mcp: Command = {
  name: 'mcp',
  takes: '',
  does: 'Connects an AI assistant on this computer (TALAAN_URL, TALAAN_KEY).',
  async run() {
    const { TALAAN_URL: url = 'http://127.0.0.1:3000', TALAAN_KEY: key = '' } = process.env
    if (key === '')
      throw new CommandMistake('Set TALAAN_KEY to an API key. You can create one in the company settings.')
    const call: CallApi = async (request) => {
      const { url: path, headers, payload } = wireOf(request, key)
      const reply = await fetch(new URL(path, url), {
        method: request.method,
        headers,
        ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
      })
      return { status: reply.status, body: await reply.json().catch(() => undefined) }
    }
    serveStdio(() => talaanMcp(call, version))
    await new Promise((resolve) => process.stdin.once('close', resolve))
  },
}
