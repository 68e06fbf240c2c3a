import { expect, test } from 'vitest'
import { fillPasswordQueue } from '../../test/password-queue.ts'
import { hashPassword, isRightPassword } from './passwords.ts'

test('requests refused while the queue is full do not break later ones, with or without an account', async () => {
  const stored = await hashPassword('Saathi@2026')
  const waiting = fillPasswordQueue()
  const turnedAway = [stored, null].map((hash) => isRightPassword(hash, 'Saathi@2026'))
  for (const one of turnedAway) await expect(one).rejects.toMatchObject({ code: 'core.too_many' })
  await Promise.all(waiting)
  expect(await isRightPassword(null, 'Saathi@2026')).toBe(false)
  expect(await isRightPassword(stored, 'Saathi@2026')).toBe(true)
  expect(await isRightPassword(stored, 'saathi@2026')).toBe(false)
})
