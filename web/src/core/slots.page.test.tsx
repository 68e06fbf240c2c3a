import { beforeEach, expect, test, vi } from 'vitest'
import { addHomeSlot, retryHomeSlots, type HomeSlot, useHomeSlot } from './slots.ts'
import { render } from '../../test/render.ts'

const days: HomeSlot = () => null
const load = vi.fn<() => Promise<HomeSlot>>()

function Home() {
  const { Part, isLost, isLoading } = useHomeSlot('days')
  return <p>{isLoading ? 'loading' : isLost ? 'lost' : Part ? 'here' : 'nobody’s'}</p>
}

beforeEach(() => {
  load.mockReset().mockRejectedValue(new Error('the script failed to load'))
  addHomeSlot('days', load)
})

const goOnline = () => window.dispatchEvent(new Event('online'))

test.each([
  ['on the next visit', async (visit: () => Promise<unknown>) => visit()],
  ['when the connection changes', goOnline],
  ['on request', retryHomeSlots],
])('a slot that failed to load is retried %s, and not after it has loaded', async (_when, retry) => {
  const visit = async () => render(<Home />)
  const home = await visit()
  await expect.element(home.getByText('lost')).toBeVisible()
  load.mockResolvedValue(days)
  await retry(visit)
  await expect.element(home.getByText('here').first()).toBeVisible()
  retryHomeSlots()
  goOnline()
  await visit()
  expect(load).toHaveBeenCalledTimes(2)
})

test('a slot that is loading is not requested twice', async () => {
  const { promise, resolve } = Promise.withResolvers<HomeSlot>()
  load.mockReturnValue(promise)
  const home = await render(<Home />)
  await expect.element(home.getByText('loading')).toBeVisible()
  retryHomeSlots()
  goOnline()
  resolve(days)
  await expect.element(home.getByText('here')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})
