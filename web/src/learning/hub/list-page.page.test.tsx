import { listMySessions, listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { describe, expect, test } from 'vitest'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { sessionCard } from '../cards/session-card.fake.ts'

const kite = sessionCard({ title: 'Fly a kite' })
const lamp = sessionCard({ title: 'A lamp', isBookmarked: true })
const talk = sessionCard({ title: 'Speak up', sessionStatus: 'ONGOING' })

const pages = [
  ['/learninghub/allsession', 'All sessions', ['Fly a kite', 'A lamp', 'Speak up']],
  ['/learninghub/curatedsession', 'Curated for you', ['Fly a kite', 'A lamp']],
  ['/learninghub/ongoingsessions', 'Ongoing', ['Speak up']],
  ['/learninghub/bookmarkedsessions', 'Bookmarked', ['A lamp']],
] as const

function answerAll() {
  answer(listMySessions, { sessions: [talk] })
  answer(listSessions, ({ query }) => {
    if (query.notStarted) return { sessions: [kite, lamp] }
    return { sessions: query.bookmark ? [lamp] : [kite, lamp, talk] }
  })
}

const showList = (path: string) => showApp({ profile: makeProfile(), path })

describe.each(pages)('%s', (path, name, titles) => {
  test('[LRN-02] lists its sessions under its name', async () => {
    answerAll()
    const screen = await showList(path)
    await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect
      .poll(() =>
        screen
          .getByRole('heading', { level: 2 })
          .elements()
          .map((title) => title.textContent),
      )
      .toEqual(titles)
  })

  test('[LRN-02] says when there is nothing', async () => {
    answer(listMySessions, { sessions: [] })
    answer(listSessions, { sessions: [] })
    const screen = await showList(path)
    await expect.element(screen.getByRole('heading', { level: 2 })).toBeVisible()
    expect(screen.getByRole('article').elements()).toEqual([])
  })

  test('[LRN-02] shows that it is loading', async () => {
    answer(listMySessions, 'hang')
    answer(listSessions, 'hang')
    const screen = await showList(path)
    await expect.element(screen.getByText('Loading sessions')).toBeInTheDocument()
  })

  test('[LRN-02] shows a failure and loads after a retry', async () => {
    answer(listMySessions, refuse('core.broken', 500))
    answer(listSessions, refuse('core.broken', 500))
    const screen = await showList(path)
    await expect.element(screen.getByRole('alert').getByText('We could not load your sessions')).toBeVisible()
    answerAll()
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('link', { name: titles[0], exact: true })).toBeVisible()
  })
})

test('[LRN-05] a removed bookmark leaves the bookmarked list at once, and returns to its position if refused', async () => {
  const door = sessionCard({ title: 'A door', isBookmarked: true })
  answer(listMySessions, { sessions: [] })
  answer(listSessions, { sessions: [lamp, door] })
  const { promise: asked, resolve: refuseNow } = Promise.withResolvers<void>()
  answer(toggleBookmark, async () => {
    await asked
    return refuse('core.broken', 500)
  })
  const screen = await showList('/learninghub/bookmarkedsessions')
  const titles = () =>
    screen
      .getByRole('heading', { level: 2 })
      .elements()
      .map((title) => title.textContent)
  await screen.getByRole('button', { name: 'Bookmark: A lamp' }).click()
  await expect.poll(titles).toEqual(['A door'])
  refuseNow()
  await expect.poll(titles).toEqual(['A lamp', 'A door'])
})

test('[LRN-02] a list of several pages is shown completely, without duplicates of moved sessions', async () => {
  answer(listMySessions, { sessions: [] })
  const { inputs } = answer(listSessions, ({ query: { page, bookmark } }) => {
    if (bookmark) return { sessions: [] }
    return page === 1 ? { sessions: [kite, lamp], hasNextPage: true } : { sessions: [lamp, talk], hasNextPage: false }
  })
  const screen = await showList('/learninghub/allsession')
  await expect.element(screen.getByRole('link', { name: 'Speak up' })).toBeVisible()
  expect(screen.getByRole('article').elements()).toHaveLength(3)
  expect(inputs.filter(({ query }) => !query.bookmark && query.page > 2)).toEqual([])
})

test('[DAY-45] sessions are found by words in any order and language, and chosen by tag', async () => {
  const hindi = { localeTitle: 'पतंग उड़ाइए' }
  const sessions = [
    sessionCard({ title: 'Fly a kite', tags: ['Courage'], ...hindi }),
    sessionCard({ title: 'First salary, first plan', tags: ['Money'] }),
    sessionCard({ title: 'Save a little', tags: ['Money', 'Habits'] }),
    sessionCard({ title: 'Speak up', tags: ['Courage'] }),
    sessionCard({ title: 'Plan your week', tags: ['Habits'] }),
  ]
  answer(listMySessions, { sessions: [] })
  answer(listSessions, { sessions })
  const screen = await showList('/learninghub/allsession')
  const field = screen.getByRole('searchbox', { name: 'Search sessions' })
  const count = () => screen.getByRole('article').elements().length
  await field.fill('plan FIRST')
  await expect.poll(count).toBe(1)
  await expect.element(screen.getByRole('link', { name: 'First salary, first plan' })).toBeVisible()
  await field.fill('पतंग')
  await expect.poll(count).toBe(1)
  await field.fill('')
  await screen.getByRole('button', { name: 'Money' }).click()
  await expect.poll(count).toBe(2)
  await field.fill('kite')
  await expect.element(screen.getByText('No session fits this search.')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(count).toBe(5)
})
