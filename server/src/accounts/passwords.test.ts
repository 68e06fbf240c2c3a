import { expect, test } from 'vitest'
import { fillQueue } from '../../test/full-queue.ts'
import { hashPassword, isRightPassword } from './passwords.ts'

test('whoever is turned away first of all, with an account or without, spoils nothing for those who come later', async () => {
  const stored = await hashPassword('Saathi@2026')
  const waiting = fillQueue()
  const turnedAway = [stored, null].map((hash) => isRightPassword(hash, 'Saathi@2026'))
  for (const one of turnedAway) await expect(one).rejects.toMatchObject({ code: 'core.too_many' })
  await Promise.all(waiting)
  expect(await isRightPassword(null, 'Saathi@2026')).toBe(false)
  expect(await isRightPassword(stored, 'Saathi@2026')).toBe(true)
  expect(await isRightPassword(stored, 'saathi@2026')).toBe(false)
})
