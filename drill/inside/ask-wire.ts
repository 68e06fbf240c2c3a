import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestServer } from '../../server/test/harness.ts'

const agent = new Agent({ keepAlive: true })

/** Over a real connection, so that what the framework and Node add or leave out is seen as a browser sees it. */
export async function askWire(
  { app }: TestServer,
  asked: { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer },
) {
  const address = app.server.address()
  if (typeof address === 'string' || !address) throw new Error('It does not listen.')
  const { port } = address
  const answer = await new Promise<{ statusCode: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (resolve, reject) => {
      const sending = request({ agent, host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: asked.headers })
      sending.once('error', reject)
      sending.once('response', (response) => {
        buffer(response).then(
          (bytes) => resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: bytes.toString() }),
          reject,
        )
      })
      sending.end(asked.payload)
    },
  )
  return answer
}
