import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { expect, test } from 'vitest'
import { setSaveData, chooseLessData } from '../../../test/data-light.ts'
import { answer, makeProfile, showApp } from '../../../test/harness.tsx'
import { setDataLight } from '../data-light.ts'

async function showHub() {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  const screen = await showApp({ profile: makeProfile(), path: '/learninghub' })
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeInTheDocument()
  return screen
}

test('what lies behind a link is fetched when it is pointed at, and not where every byte is paid for', async () => {
  setSaveData(false)
  const { router } = await showHub()
  expect(router.options.defaultPreload).toBe('intent')
  setDataLight(true)
  await expect.poll(() => router.options.defaultPreload).toBe(false)
  setDataLight(false)
  await expect.poll(() => router.options.defaultPreload).toBe('intent')
})

test('from the first link of the page on', async () => {
  chooseLessData()
  const { router } = await showHub()
  expect(router.options.defaultPreload).toBe(false)
})
