import { signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { getProfile } from '@saathi/contract/accounts/calls'
import { beforeEach, expect, test } from 'vitest'
import { answer, makeProfile, show, signedInReply } from '../../../test/harness.tsx'
import { queryClient } from '../query-client.ts'
import { signIn } from '../session.ts'
import { blockIndexedDb, cachedKeys, seedCache } from './cache.fake.ts'
import { isAnyEntry } from './rules.ts'
import { SavedCard } from './saved-card.tsx'
import { putEntries, readEntries } from './store.ts'

const megabyte = 1_048_576

beforeEach(async () => {
  await caches.delete('saathi-pictures')
  answer(getProfile, makeProfile())
  answer(signInCall, signedInReply)
  await signIn({ email: 'asha@saathi.example', password: 'x' })
})

test('shows how much is saved and removes it, but not the outbox', async () => {
  const pictures = await caches.open('saathi-pictures')
  await pictures.put('/media/a.webp', new Response('x', { headers: { 'content-length': String(2 * megabyte) } }))
  await seedCache(1, [[['learning', 'sessions', 'mine'], 'x'.repeat(3 * megabyte)]])
  await putEntries('outbox', 1, [{ person: 1, key: 'unsent' }])
  const screen = await show(<SavedCard />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('5 MB saved.')
  await screen.getByRole('button', { name: 'Remove what is saved' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Removed. What you open from now on is saved again.')
  expect(await cachedKeys(1)).toEqual([])
  expect(await caches.has('saathi-pictures')).toBe(false)
  expect(await readEntries('outbox', 1, isAnyEntry)).toHaveLength(1)
})

test('says that nothing is saved yet', async () => {
  // Otherwise the profile is about to be saved.
  queryClient.clear()
  const screen = await show(<SavedCard />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Nothing is saved yet.')
})

test('says that the browser cannot save anything, without a remove button', async () => {
  await blockIndexedDb()
  const screen = await show(<SavedCard />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('This browser does not let us save anything here.')
  expect(screen.getByRole('button').elements()).toEqual([])
})
