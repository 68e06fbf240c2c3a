import type { AddressInfo } from 'node:net'
import { LiveCommand, LiveEvent } from '@saathi/contract/live'
import * as fc from 'fast-check'
import { WebSocket } from 'ws'
import type { TestServer } from '../harness.ts'
import { fieldSamples } from '../matrix/samples.ts'
import { type Fields, isFields, sampleOf } from '../matrix/sample.ts'
import { toJson } from '../matrix/wire-request.ts'
import type { FuzzOptions } from './fuzz-call.ts'
import { hostileKeys, hostileTexts, hostileValues, poisoned, prototypeKeys, sqlTexts } from './hostile-values.ts'
import { BOUND_MS, pollution } from './judge.ts'

export type Frame = { name: string; data: string | Buffer; isBinary?: boolean }
export type LiveFault = { frame: string; fault: string }

/** Close codes for a bad frame: type, encoding, policy, size or authentication. */
const refusals = new Set([1003, 1007, 1008, 1009, 4001])

/** Sends generated bad frames, half of them on an authenticated socket. The server must be listening. */
export function fuzzLive(server: TestServer, { seed, runs }: FuzzOptions): Promise<LiveFault[]> {
  return sendFrames(server, (valid) => fc.sample(badFrames(valid), { seed, numRuns: runs }))
}

/** The frames are derived from a valid one with a good token, so that only the bad part can cause a refusal. */
export async function sendFrames(server: TestServer, make: (valid: Fields) => readonly Frame[]): Promise<LiveFault[]> {
  const accessToken = await server.tokenFor(await server.buildPerson())
  const valid = sampleOf(LiveCommand, { fieldSamples, withOptional: true }, 'the live command', { accessToken })
  const faults: LiveFault[] = []
  for (const [turn, frame] of make(asFields(valid)).entries()) {
    const fault = (await sendFrame(server, frame, turn % 2 === 0 ? null : accessToken)) ?? pollution()
    if (fault) faults.push({ frame: `${frame.name} ${String(frame.data).slice(0, 100)}`, fault })
  }
  return faults
}

export const prototypeFrames = (valid: Fields): Frame[] =>
  prototypeKeys.flatMap((key) =>
    [1, 2, 3].flatMap((depth) => [
      { name: `${key} at ${depth}`, data: toJson(poisoned(key, depth)) },
      // Once on an anonymous socket and once on an authenticated one.
      ...['first', 'again'].map((which) => ({
        name: `${key} at ${depth} next to valid fields, ${which}`,
        data: toJson({ ...valid, ...asFields(poisoned(key, depth)) }),
      })),
      { name: `${key} at ${depth} as the token`, data: toJson({ ...valid, accessToken: poisoned(key, depth) }) },
    ]),
  )

export const sqlFrames = (valid: Fields): Frame[] =>
  sqlTexts.map((text) => ({ name: 'SQL', data: toJson({ ...valid, accessToken: text }) }))

const asFields = (value: unknown): Fields => (isFields(value) ? value : {})

function badFrames(valid: Fields): fc.Arbitrary<Frame> {
  const value = fc.constantFrom(...hostileValues)
  const text = (name: string, bad: unknown): Frame => ({ name, data: toJson(bad) })
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...Object.keys(valid)), value)
      .map(([name, bad]) => text(`${name} replaced`, { ...valid, [name]: bad })),
    fc.constantFrom(...Object.keys(valid)).map((name) => text(`${name} left out`, { ...valid, [name]: undefined })),
    fc
      .tuple(fc.constantFrom(...hostileKeys), value)
      .map(([name, bad]) => text('a key added', Object.fromEntries([...Object.entries(valid), [name, bad]]))),
    value.map((bad) => text('another value', bad)),
    fc.constantFrom(...hostileTexts).map((data) => ({ name: 'a bare text', data })),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ name: 'noise', data: Buffer.from(bytes), isBinary: true })),
    fc
      .uint8Array({ minLength: 1, maxLength: 50 })
      .map((bytes) => ({ name: 'broken UTF-8', data: Buffer.from([0xff, ...bytes]) })),
    fc.constantFrom(65_537, 200_000).map((size) => ({ name: 'too long', data: 'x'.repeat(size) })),
  )
}

/** Resolves with the fault, or null if the socket was closed as expected. */
function sendFrame(server: TestServer, { data, isBinary = false }: Frame, token: string | null): Promise<string | null> {
  const { port } = server.app.server.address() as AddressInfo
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/live/`)
    const end = (fault: string | null) => {
      clearTimeout(timer)
      socket.terminate()
      resolve(fault)
    }
    const timer = setTimeout(() => end(`still open after ${BOUND_MS} ms`), BOUND_MS)
    const attack = () => socket.send(data, { binary: isBinary })
    socket.on('open', () => {
      if (token) socket.send(JSON.stringify({ type: 'core.authenticate', accessToken: token }))
      else attack()
    })
    socket.on('message', (data) => {
      const event = LiveEvent.safeParse(JSON.parse(data.toString()))
      if (!event.success) return end(`sent ${data.toString().slice(0, 200)}`)
      if (event.data.type === 'core.ready') return token ? attack() : end('was accepted')
    })
    socket.on('error', (error) => end(error.message))
    socket.on('close', (code) => end(refusals.has(code) ? null : `closed with ${code}`))
  })
}
