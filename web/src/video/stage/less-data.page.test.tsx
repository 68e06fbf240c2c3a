import { getCallStatus, postCallEvent } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { chooseLessData, setSaveData } from '../../../test/data-light.ts'
import { serverNow } from '#core/server-time.ts'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { BuiltInStage } from './built-in-stage.tsx'
import { callStatus, playCall, room, state } from '../call.fake.ts'
import { storeConsent, storeDevices } from '../stored-call.ts'
import { chooseQuality, readQuality } from './use-call.ts'

const cameraOffNote = 'Your camera is off, to save data. Press Camera if you want to be seen.'

async function showCall(camera: boolean) {
  answer(postCallEvent, { recording: 'waiting' })
  answer(getCallStatus, callStatus())
  const played = playCall({ me: state({ camera }) })
  const stage = <BuiltInStage call={played.call} room={room()} consent={false} onLeft={() => {}} />
  const screen = await show(stage, { profile: makeProfile() })
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  return { ...played, screen }
}

test('data saver mode explains why the camera is off, until it is switched on', async () => {
  chooseLessData()
  const { screen } = await showCall(false)
  await expect.element(screen.getByText(cameraOffNote)).toBeVisible()
  await screen.getByRole('navigation').getByRole('button', { name: 'Camera', exact: true }).click()
  await expect.element(screen.getByText(cameraOffNote)).not.toBeInTheDocument()
  // No note after switching the camera off by hand.
  await screen.getByRole('navigation').getByRole('button', { name: 'Camera', exact: true }).click()
  expect(screen.getByText(cameraOffNote).elements()).toEqual([])
})

test('the note can be dismissed', async () => {
  chooseLessData()
  const { screen } = await showCall(false)
  await expect.element(screen.getByText(cameraOffNote)).toBeVisible()
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(screen.getByText(cameraOffNote)).not.toBeInTheDocument()
})

test('without data saver mode there is no note', async () => {
  setSaveData(false)
  const { screen } = await showCall(false)
  expect(screen.getByText(cameraOffNote).elements()).toEqual([])
})

test('a camera switched off by hand shows no note', async () => {
  setSaveData(false)
  storeConsent(room().room, true, serverNow())
  storeDevices(room().room, serverNow(), { microphone: true, camera: false })
  chooseLessData()
  const { screen } = await showCall(false)
  expect(screen.getByText(cameraOffNote).elements()).toEqual([])
})

test('the quality starts low in data saver mode, unless another quality was chosen', () => {
  setSaveData(false)
  expect(readQuality()).toBe('auto')
  setSaveData(true)
  expect(readQuality()).toBe('low')
  chooseQuality({ setQuality: () => {} }, 'high')
  expect(readQuality()).toBe('high')
})
