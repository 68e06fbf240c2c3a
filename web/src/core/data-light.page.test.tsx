import { afterEach, expect, onTestFinished, test } from 'vitest'
import { setSaveData } from '../../test/data-light.ts'
import { doesBrowserSave, isDataLight, setDataLight, useDataLight, useDeferred } from './data-light.ts'
import { clearPersonalData } from './storage.ts'
import { render } from '../../test/render.ts'

const kept = () => localStorage.getItem('saathi.dataLight')

afterEach(() => {
  setDataLight(doesBrowserSave())
  localStorage.clear()
})

function Shown() {
  return <p>{useDataLight() ? 'less' : 'all'}</p>
}

test('nothing is held back unless it is asked for, here or by the browser', () => {
  setSaveData(false)
  expect(isDataLight()).toBe(false)
  setDataLight(true)
  expect(isDataLight()).toBe(true)
  setDataLight(false)
  expect(isDataLight()).toBe(false)
})

test('a browser that saves data is followed, also when it begins and ends', async () => {
  const connection = setSaveData(false)
  const screen = await render(<Shown />)
  await expect.element(screen.getByText('all')).toBeVisible()
  Object.assign(connection, { saveData: true })
  connection.dispatchEvent(new Event('change'))
  await expect.element(screen.getByText('less')).toBeVisible()
  Object.assign(connection, { saveData: false })
  connection.dispatchEvent(new Event('change'))
  await expect.element(screen.getByText('all')).toBeVisible()
})

test('what is chosen here goes before what the browser says, until both agree', () => {
  const connection = setSaveData(true)
  setDataLight(false)
  expect([isDataLight(), kept()]).toEqual([false, 'off'])
  setDataLight(true)
  expect([isDataLight(), kept()]).toEqual([true, null])
  Object.assign(connection, { saveData: false })
  expect(isDataLight()).toBe(false)
  setDataLight(true)
  Object.assign(connection, { saveData: true })
  expect([isDataLight(), kept()]).toEqual([true, 'on'])
})

test('it is of the device: it outlasts a sign-out', () => {
  setSaveData(false)
  setDataLight(true)
  clearPersonalData()
  expect(isDataLight()).toBe(true)
})

test('where nothing can be kept, it holds for as long as the page', () => {
  setSaveData(false)
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  onTestFinished(() => void (Storage.prototype.setItem = setItem))
  setDataLight(true)
  expect([isDataLight(), kept()]).toEqual([true, null])
  setDataLight(false)
  expect(isDataLight()).toBe(false)
})

test('another tab is followed', async () => {
  setSaveData(false)
  const screen = await render(<Shown />)
  localStorage.setItem('saathi.dataLight', 'on')
  window.dispatchEvent(new StorageEvent('storage', { key: 'saathi.dataLight' }))
  await expect.element(screen.getByText('less')).toBeVisible()
})

test('what was asked for once is not held back again, and nothing else is let go of with it', async () => {
  setSaveData(false)
  setDataLight(true)
  function Held({ name }: { name: string }) {
    const [isHeld, ask] = useDeferred(name)
    return isHeld ? <button onClick={ask}>{name} waits</button> : <p>{name} is there</p>
  }
  const both = (
    <>
      <Held name="kite" />
      <Held name="boat" />
    </>
  )
  const screen = await render(both)
  await screen.getByRole('button', { name: 'kite waits' }).click()
  await expect.element(screen.getByText('kite is there')).toBeVisible()
  await expect.element(screen.getByText('boat waits')).toBeVisible()
  await screen.unmount()
  const again = await render(both)
  await expect.element(again.getByText('kite is there')).toBeVisible()
})
