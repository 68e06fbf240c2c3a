import { onTestFinished, vi } from 'vitest'
import { connect, type Socket } from 'node:net'
import type { TestServer } from './harness.ts'

const PATIENCE_MS = 5_000

export function dial({ app }: TestServer): Socket {
  const address = app.server.address()
  if (typeof address === 'string' || !address) throw new Error('It does not listen.')
  const socket = connect({ port: address.port, host: '127.0.0.1', timeout: PATIENCE_MS })
  return socket.on('timeout', () => socket.destroy(new Error('no answer')))
}

/** One whole answer to these very bytes; what comes after it is not waited for. */
export async function say(server: TestServer, words: string) {
  const socket = dial(server)
  socket.write(words)
  let said = ''
  for await (const bytes of socket) {
    said += String(bytes)
    const answer = parseAnswer(said)
    if (answer) return answer
  }
  throw new Error(`It ended with ${JSON.stringify(said)}`)
}

export function parseAnswer(said: string) {
  const [head = '', body] = said.split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  if (body === undefined || body.length < Number(headers['content-length'])) return undefined
  return { statusCode: Number(status.split(' ')[1]), headers, body }
}

export const rawRequest = (line: string, ...headers: string[]) => `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`

export const upgrade = ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket']
export const version = 'Sec-WebSocket-Version: 13'
export const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
export const chunked = ['Host: a', 'Content-Type: application/json', 'Transfer-Encoding: chunked']
const signIn = 'POST /api/v2/identity/sign-in/'
const health = 'GET /api/health/'
const live = 'GET /ws/live/'

/** What no browser sends, and the status it deserves. */
export const oddRequests: readonly (readonly [name: string, words: string, status: number])[] = [
  ['no HTTP at all', 'BROKEN\r\n\r\n', 400],
  ['another version of HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a method nobody knows', rawRequest('BREW /api/health/', 'Host: a'), 400],
  ['a broken header', rawRequest(health, 'Host: a', 'Bad Header'), 400],
  ['headers without end', rawRequest(health, 'Host: a', `X: ${'x'.repeat(20_000)}`), 413],
  ['no Host', rawRequest(health), 400],
  ['two Hosts', rawRequest(health, 'Host: a', 'Host: b'), 400],
  ['the same Host twice', rawRequest(health, 'Host: a', 'host: a'), 400],
  ['a wish in Expect', rawRequest(health, 'Host: a', 'Expect: a-miracle'), 400],
  ['two lengths', rawRequest(signIn, 'Host: a', 'Content-Length: 1', 'Content-Length: 2'), 400],
  ['a body that breaks off', `${rawRequest(signIn, ...chunked)}Z\r\n\r\n`, 400],
  ['a handshake without its key', rawRequest(live, ...upgrade, version), 400],
  ['a handshake with a wrong key', rawRequest(live, ...upgrade, version, 'Sec-WebSocket-Key: x'), 400],
  ['a handshake of another version', rawRequest(live, ...upgrade, 'Sec-WebSocket-Version: 7', key), 400],
  ['a handshake for a protocol', rawRequest(live, ...upgrade, version, key, 'Sec-WebSocket-Protocol: a,,'), 400],
  ['a handshake from a foreign page', rawRequest(live, ...upgrade, version, key, 'Origin: https://evil.test'), 403],
  ['a handshake where there is no line', rawRequest('GET /ws/nothing/', ...upgrade, version, key), 404],
]

/** A text frame as a client sends it, with a mask of zeros. */
export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload])
}

/** For limits per second, however slow the machine is. Wait with `until`: `expect.poll` moves a stopped clock. */
export function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
