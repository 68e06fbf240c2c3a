import { everyCall } from '@saathi/contract/every-call'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cacheVersion } from './rules.ts'

/** Update both when a reply changes. */
const recorded = { cacheVersion: 13, digest: '95a3ffcb37a2b49d' }

/** Other replies are never stored: see rules.ts. */
const storableCalls = everyCall.filter(({ method, action }) => method === 'GET' && !/^(staff|video)\./.test(action))

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// Old copies stay on devices for weeks and are not parsed: one of another shape may break a page.
test('storable replies have not changed since cacheVersion was last raised', async () => {
  const shapes = storableCalls.map(({ path, reply }) => [path, z.toJSONSchema(reply, { unrepresentable: 'any' })] as const)
  const sorted = shapes.toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(
    { cacheVersion, digest: await digestOf(JSON.stringify(sorted)) },
    'A reply has changed: raise cacheVersion in rules.ts and update it here with the new digest.',
  ).toEqual(recorded)
})
