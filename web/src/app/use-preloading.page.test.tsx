import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { expect, test } from 'vitest'
import { setSaveData, chooseLessData } from '../../test/data-light.ts'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'
import { setDataLight } from '#core/data-light.ts'

async function showHub() {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  const screen = await showApp({ profile: makeProfile(), path: '/learninghub' })
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeInTheDocument()
  return screen
}

test('pages are preloaded on hover, but not with less data', async () => {
  setSaveData(false)
  const { router } = await showHub()
  expect(router.options.defaultPreload).toBe('intent')
  setDataLight(true)
  await expect.poll(() => router.options.defaultPreload).toBe(false)
  setDataLight(false)
  await expect.poll(() => router.options.defaultPreload).toBe('intent')
})

test('with less data nothing is preloaded, not even the first link', async () => {
  chooseLessData()
  const { router } = await showHub()
  expect(router.options.defaultPreload).toBe(false)
})
