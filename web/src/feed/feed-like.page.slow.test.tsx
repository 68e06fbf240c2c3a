import { toggleLike } from '@saathi/contract/feed/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { storedEntries } from '#core/outbox/entry.fake.ts'
import { goOffline, goOnline } from '../../test/connection.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, refuse } from '../../test/harness.tsx'
import { serveFeed, makePost, showFeed } from './feed.fake.ts'

type Screen = Awaited<ReturnType<typeof showFeed>>

const likes = (screen: Screen) => screen.getByRole('button', { name: /: Five people$/ })
const fivePeople = () => makePost({ title: 'Five people' }, { feedLikes: 46 })

afterEach(goOnline)

async function expectLikes(screen: Screen, name: string, isLiked: boolean) {
  await expect.element(likes(screen)).toHaveAccessibleName(name)
  await expect.element(likes(screen)).toHaveAttribute('aria-pressed', String(isLiked))
}

async function liveSocket(): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  const socket = FakeSocket.instances.at(-1)
  if (!socket) throw new Error('No line was opened.')
  socket.open()
  return socket
}

test('[FED-03] changes at once, with the count, before the server has replied', async () => {
  serveFeed([fivePeople()])
  answer(toggleLike, 'hang')
  const screen = await showFeed()
  await expectLikes(screen, '46 likes: Five people', false)
  await likes(screen).click()
  await expectLikes(screen, '47 likes: Five people', true)
})

test('[FED-03] shows the server’s state and count after the reply', async () => {
  const post = fivePeople()
  serveFeed([post])
  answer(toggleLike, { id: post.id, feedLikes: 52, isLiked: true })
  const screen = await showFeed()
  await likes(screen).click()
  await expectLikes(screen, '52 likes: Five people', true)
})

test('[FED-03] shows the server’s state if it was already liked on another device', async () => {
  const post = fivePeople()
  serveFeed([post])
  const { inputs } = answer(toggleLike, { id: post.id, feedLikes: 45, isLiked: false })
  const screen = await showFeed()
  await likes(screen).click()
  await expectLikes(screen, '45 likes: Five people', false)
  expect(inputs).toHaveLength(1)
})

test('[FED-03] a failure reverts it and is logged, without an alert', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  serveFeed([fivePeople()])
  const { promise: requested, resolve: refuseNow } = Promise.withResolvers<void>()
  answer(toggleLike, async () => {
    await requested
    return refuse('core.broken', 500)
  })
  const screen = await showFeed()
  await likes(screen).click()
  await expectLikes(screen, '47 likes: Five people', true)
  refuseNow()
  await expectLikes(screen, '46 likes: Five people', false)
  expect(logged).toHaveBeenCalled()
  expect(screen.getByRole('alert').elements()).toEqual([])
  logged.mockRestore()
})

test('[PLT-01] without a connection it stays as tapped, and the last state is sent later', async () => {
  const post = fivePeople()
  serveFeed([post])
  answer(toggleLike, 'network')
  const screen = await showFeed()
  await expectLikes(screen, '46 likes: Five people', false)
  goOffline()
  await likes(screen).click()
  await expectLikes(screen, '47 likes: Five people', true)
  await expect.poll(async () => (await storedEntries()).map(({ input }) => input)).toEqual([{ id: post.id, isLiked: true }])
  await likes(screen).click()
  await expectLikes(screen, '46 likes: Five people', false)
  await expect.poll(async () => (await storedEntries()).map(({ input }) => input)).toEqual([{ id: post.id, isLiked: false }])
  const { inputs } = answer(toggleLike, { id: post.id, feedLikes: 46, isLiked: false })
  goOnline()
  await expect.poll(() => inputs).toEqual([{ body: { id: post.id, isLiked: false } }])
  await expect.poll(storedEntries).toEqual([])
})

test('[PLT-01] a tap while an earlier state is being sent is sent after it, so that the last one wins', async () => {
  const post = fivePeople()
  serveFeed([post])
  answer(toggleLike, 'network')
  const screen = await showFeed()
  await expectLikes(screen, '46 likes: Five people', false)
  goOffline()
  await likes(screen).click()
  await expect.poll(async () => (await storedEntries()).length).toBe(1)
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>()
  const received: boolean[] = []
  const { inputs } = answer(toggleLike, async ({ body: { id, isLiked = false } }) => {
    await isLet
    received.push(isLiked)
    return { id, feedLikes: isLiked ? 47 : 46, isLiked }
  })
  goOnline()
  await expect.poll(() => inputs.length).toBe(1)
  await likes(screen).click()
  await expect.poll(async () => (await storedEntries()).map(({ input }) => input)).toEqual([{ id: post.id, isLiked: false }])
  expect(inputs).toHaveLength(1)
  letThrough()
  await expect.poll(() => received).toEqual([true, false])
  await expect.poll(storedEntries).toEqual([])
  await expectLikes(screen, '46 likes: Five people', false)
})

test('[FED-03] a double tap never counts twice: one request at a time, and the last tap wins', async () => {
  const server = serveFeed([fivePeople()])
  let isBusy = false
  let overlaps = 0
  const { promise: requested, resolve: answerNow } = Promise.withResolvers<void>()
  let feedLikes = 46
  let isLiked = false
  const { inputs, headers } = answer(toggleLike, async ({ body: { id } }) => {
    if (isBusy) overlaps += 1
    isBusy = true
    await requested
    isBusy = false
    isLiked = !isLiked
    feedLikes += isLiked ? 1 : -1
    return { id, feedLikes, isLiked }
  })
  const screen = await showFeed()
  await likes(screen).click()
  await likes(screen).click()
  await expectLikes(screen, '46 likes: Five people', false)
  expect(inputs).toHaveLength(1)
  answerNow()
  await expect.poll(() => inputs.length).toBe(2)
  await expectLikes(screen, '46 likes: Five people', false)
  expect([isLiked, feedLikes, overlaps]).toEqual([false, 46, 0])
  expect(headers[0]?.get('idempotency-key')).not.toBe(headers[1]?.get('idempotency-key'))
  expect(server.likes).toEqual([])
})

test('[FED-03] three quick taps count as one like', async () => {
  const server = serveFeed([fivePeople()])
  const screen = await showFeed()
  await expectLikes(screen, '46 likes: Five people', false)
  const button = likes(screen).element()
  if (!(button instanceof HTMLElement)) throw new Error('No button.')
  for (const _tap of [1, 2, 3]) button.click()
  await expectLikes(screen, '47 likes: Five people', true)
  await expect.poll(() => server.likes.length).toBe(1)
})

test('[FED-03] a like in another tab updates every copy: under a filter and on the hub’s home page', async () => {
  const post = fivePeople()
  serveFeed([post])
  answer(listMySessions, { sessions: [] })
  answer(listSessions, { sessions: [] })
  const screen = await showFeed('/feed')
  await expectLikes(screen, '46 likes: Five people', false)
  await screen.router.navigate({ href: '/feed?event=post' })
  await expect.element(screen.getByRole('list', { name: 'Filters applied' })).toBeVisible()
  await expectLikes(screen, '46 likes: Five people', false)
  const socket = await liveSocket()
  socket.say({ type: 'feed.like_changed', id: post.id, feedLikes: 47, isLiked: true })
  await expectLikes(screen, '47 likes: Five people', true)
  await screen.router.navigate({ href: '/learninghub' })
  await expect.element(screen.getByRole('heading', { name: 'Curated for you' })).toBeVisible()
  window.scrollTo(0, document.body.scrollHeight)
  const section = screen.getByRole('region', { name: 'From the feed' })
  await expect.element(section.getByRole('button', { name: '47 likes: Five people' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(section.getByRole('link', { name: 'See the whole feed' })).toHaveAttribute('href', '/feed')
})
