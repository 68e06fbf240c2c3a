import { afterEach, expect, onTestFinished, test } from 'vitest'
import { setSaveData } from '../../test/data-light.ts'
import { isBrowserSavingData, isDataLight, setDataLight, useDataLight, useDeferred } from './data-light.ts'
import { clearPersonalData } from './storage.ts'
import { render } from '../../test/render.ts'

const stored = () => localStorage.getItem('saathi.dataLight')

afterEach(() => {
  setDataLight(isBrowserSavingData())
  localStorage.clear()
})

function Shown() {
  return <p>{useDataLight() ? 'less' : 'all'}</p>
}

test('is off unless switched on here or in the browser', () => {
  setSaveData(false)
  expect(isDataLight()).toBe(false)
  setDataLight(true)
  expect(isDataLight()).toBe(true)
  setDataLight(false)
  expect(isDataLight()).toBe(false)
})

test("follows changes of the browser's data saver", async () => {
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

test("the choice here overrides the browser's setting until both agree", () => {
  const connection = setSaveData(true)
  setDataLight(false)
  expect([isDataLight(), stored()]).toEqual([false, 'off'])
  setDataLight(true)
  expect([isDataLight(), stored()]).toEqual([true, null])
  Object.assign(connection, { saveData: false })
  expect(isDataLight()).toBe(false)
  setDataLight(true)
  Object.assign(connection, { saveData: true })
  expect([isDataLight(), stored()]).toEqual([true, 'on'])
})

test('the choice stays on the device after a sign-out', () => {
  setSaveData(false)
  setDataLight(true)
  clearPersonalData()
  expect(isDataLight()).toBe(true)
})

test('the choice lasts until the page is closed if storage is unavailable', () => {
  setSaveData(false)
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  onTestFinished(() => void (Storage.prototype.setItem = setItem))
  setDataLight(true)
  expect([isDataLight(), stored()]).toEqual([true, null])
  setDataLight(false)
  expect(isDataLight()).toBe(false)
})

test('follows a change in another tab', async () => {
  setSaveData(false)
  const screen = await render(<Shown />)
  localStorage.setItem('saathi.dataLight', 'on')
  window.dispatchEvent(new StorageEvent('storage', { key: 'saathi.dataLight' }))
  await expect.element(screen.getByText('less')).toBeVisible()
})

test('a loaded item stays loaded after a remount, and other items stay deferred', async () => {
  setSaveData(false)
  setDataLight(true)
  function Deferred({ name }: { name: string }) {
    const [isDeferred, load] = useDeferred(name)
    return isDeferred ? <button onClick={load}>{name} waits</button> : <p>{name} is there</p>
  }
  const both = (
    <>
      <Deferred name="kite" />
      <Deferred name="boat" />
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
