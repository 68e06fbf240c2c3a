import { beforeEach, expect, test, vi } from 'vitest'
import { addHomePart, fetchLostParts, type HomePart, useHomePart } from './home-slots.ts'
import { render } from '../../test/render.ts'

const days: HomePart = () => null
const load = vi.fn<() => Promise<HomePart>>()

function Home() {
  const { Part, isLost, isLoading } = useHomePart('days')
  return <p>{isLoading ? 'loading' : isLost ? 'lost' : Part ? 'here' : 'nobody’s'}</p>
}

beforeEach(() => {
  load.mockReset().mockRejectedValue(new Error('the script did not come'))
  addHomePart('days', load)
})

const cameBack = () => window.dispatchEvent(new Event('online'))

test.each([
  ['at the next visit', async (visit: () => Promise<unknown>) => visit()],
  ['when the connection changes', cameBack],
  ['when somebody asks', fetchLostParts],
])('a part that was lost is asked for again %s, and once it has come never more', async (_when, again) => {
  const visit = async () => render(<Home />)
  const home = await visit()
  await expect.element(home.getByText('lost')).toBeVisible()
  load.mockResolvedValue(days)
  await again(visit)
  await expect.element(home.getByText('here').first()).toBeVisible()
  fetchLostParts()
  cameBack()
  await visit()
  expect(load).toHaveBeenCalledTimes(2)
})

test('what is on its way is not asked for twice', async () => {
  const { promise, resolve } = Promise.withResolvers<HomePart>()
  load.mockReturnValue(promise)
  const home = await render(<Home />)
  await expect.element(home.getByText('loading')).toBeVisible()
  fetchLostParts()
  cameBack()
  resolve(days)
  await expect.element(home.getByText('here')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})
