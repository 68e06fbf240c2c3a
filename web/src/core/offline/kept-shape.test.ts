import { everyCall } from '@saathi/contract/every-call'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { keptShape } from './rules.ts'

/** Raised and noted together, whenever a reply changes. */
const noted = { keptShape: 2, digest: 'c6d6a67fdf308c1c' }

/** Of nothing else is anything kept: see rules.ts. */
const mayBeKept = everyCall.filter(({ method, action }) => method === 'GET' && !/^(staff|video)\./.test(action))

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// Copies of before lie on devices for weeks, and nobody parses them: a page that gets one of another shape may break.
test('a reply that may be kept is as it was when keptShape was last raised', async () => {
  const shapes = mayBeKept.map(({ path, reply }) => [path, z.toJSONSchema(reply, { unrepresentable: 'any' })] as const)
  const sorted = shapes.toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(
    { keptShape, digest: await digestOf(JSON.stringify(sorted)) },
    'A reply has changed: raise keptShape in rules.ts, and note it here with the new digest.',
  ).toEqual(noted)
})
