import { onTestFinished, vi } from 'vitest'
import { connect, type Socket } from 'node:net'
import type { TestServer } from './harness.ts'

const TIMEOUT_MS = 5_000

export function dial({ app }: TestServer): Socket {
  const address = app.server.address()
  if (typeof address === 'string' || !address) throw new Error('The server is not listening.')
  const socket = connect({ port: address.port, host: '127.0.0.1', timeout: TIMEOUT_MS })
  return socket.on('timeout', () => socket.destroy(new Error('no answer')))
}

/** Sends these bytes and returns the first complete answer. */
export async function sendRaw(server: TestServer, words: string) {
  const socket = dial(server)
  socket.write(words)
  let received = ''
  for await (const bytes of socket) {
    received += String(bytes)
    const answer = parseAnswer(received)
    if (answer) return answer
  }
  throw new Error(`The connection ended with ${JSON.stringify(received)}`)
}

export function parseAnswer(received: string) {
  const [head = '', body] = received.split('\r\n\r\n')
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

/** Requests that no browser sends, with the expected status. */
export const oddRequests: readonly (readonly [name: string, words: string, status: number])[] = [
  ['no HTTP at all', 'BROKEN\r\n\r\n', 400],
  ['another version of HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an unknown method', rawRequest('BREW /api/health/', 'Host: a'), 400],
  ['a broken header', rawRequest(health, 'Host: a', 'Bad Header'), 400],
  ['endless headers', rawRequest(health, 'Host: a', `X: ${'x'.repeat(20_000)}`), 413],
  ['no Host', rawRequest(health), 400],
  ['two Hosts', rawRequest(health, 'Host: a', 'Host: b'), 400],
  ['the same Host twice', rawRequest(health, 'Host: a', 'host: a'), 400],
  ['an unsupported Expect', rawRequest(health, 'Host: a', 'Expect: a-miracle'), 400],
  ['two lengths', rawRequest(signIn, 'Host: a', 'Content-Length: 1', 'Content-Length: 2'), 400],
  ['a body that breaks off', `${rawRequest(signIn, ...chunked)}Z\r\n\r\n`, 400],
  ['a handshake without its key', rawRequest(live, ...upgrade, version), 400],
  ['a handshake with a wrong key', rawRequest(live, ...upgrade, version, 'Sec-WebSocket-Key: x'), 400],
  ['a handshake of another version', rawRequest(live, ...upgrade, 'Sec-WebSocket-Version: 7', key), 400],
  ['a handshake for a protocol', rawRequest(live, ...upgrade, version, key, 'Sec-WebSocket-Protocol: a,,'), 400],
  ['a handshake from a foreign page', rawRequest(live, ...upgrade, version, key, 'Origin: https://evil.test'), 403],
  ['a handshake at an unknown path', rawRequest('GET /ws/nothing/', ...upgrade, version, key), 404],
]

/** A text frame as a client sends it, with a mask of zeros. */
export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0]), payload])
}

/** For limits per second on slow machines. Wait with `until`: `expect.poll` moves a stopped clock. */
export function freezeClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
