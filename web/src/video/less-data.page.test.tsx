import { postCallEvent } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { chooseLessData, setSaveData } from '../../test/data-light.ts'
import { serverNow } from '#core/server-time.ts'
import { answer, makeProfile, show } from '../../test/harness.tsx'
import { BuiltInStage } from './built-in-stage.tsx'
import { playCall, room, state } from './call.fake.ts'
import { rememberConsent, rememberDevices } from './call-memory.ts'
import { chooseQuality, recallQuality } from './quality-choice.ts'

const told = 'Your camera is off, to save data. Press Camera if you want to be seen.'

async function showCall(camera: boolean) {
  answer(postCallEvent, { recording: 'waiting' })
  const played = playCall({ me: state({ camera }) })
  const stage = <BuiltInStage call={played.call} room={room()} consent={false} onLeft={() => {}} />
  const screen = await show(stage, { profile: makeProfile() })
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  return { ...played, screen }
}

test('whoever saves data is told why they are not seen, until they want to be', async () => {
  chooseLessData()
  const { screen } = await showCall(false)
  await expect.element(screen.getByText(told)).toBeVisible()
  await screen.getByRole('navigation').getByRole('button', { name: 'Camera', exact: true }).click()
  await expect.element(screen.getByText(told)).not.toBeInTheDocument()
  // Switched off again by themselves, they need not be told.
  await screen.getByRole('navigation').getByRole('button', { name: 'Camera', exact: true }).click()
  expect(screen.getByText(told).elements()).toEqual([])
})

test('it is read and put away', async () => {
  chooseLessData()
  const { screen } = await showCall(false)
  await expect.element(screen.getByText(told)).toBeVisible()
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(screen.getByText(told)).not.toBeInTheDocument()
})

test('nobody else is told anything', async () => {
  setSaveData(false)
  const { screen } = await showCall(false)
  expect(screen.getByText(told).elements()).toEqual([])
})

test('whoever has switched the camera off by themselves is not told that it is to save data', async () => {
  setSaveData(false)
  rememberConsent(room().room, true, serverNow())
  rememberDevices(room().room, serverNow(), { microphone: true, camera: false })
  chooseLessData()
  const { screen } = await showCall(false)
  expect(screen.getByText(told).elements()).toEqual([])
})

test('the quality begins low for whoever saves data, and as it was chosen for calls where it was', () => {
  setSaveData(false)
  expect(recallQuality()).toBe('auto')
  setSaveData(true)
  expect(recallQuality()).toBe('low')
  chooseQuality({ setQuality: () => {} }, 'high')
  expect(recallQuality()).toBe('high')
})
