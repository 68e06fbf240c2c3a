import { getProfile, setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sessionCard } from '#learning/cards/session-card.fake.ts'
import { answer, makeProfile, showApp } from '../../../test/harness.tsx'

const hindi = { title: 'पहली तनख़्वाह', menu: 'लर्निंग हब', picker: 'hi, भाषा: हिन्दी' }

/** A server that stores one person's language and replies in it. */
function serve() {
  let language = 'en'
  answer(getProfile, () => makeProfile({ newPrimaryLanguage: language }))
  const choosing = answer(setPrimaryLanguage, ({ params: { code } }) => {
    language = code
    return { newPrimaryLanguage: code }
  })
  answer(listSessions, () => ({
    sessions: [sessionCard({ title: 'First salary', localeTitle: language === 'hi' ? hindi.title : 'First salary' })],
  }))
  return { choosing, chooseElsewhere: (code: string) => (language = code) }
}

async function showList() {
  const screen = await showApp({ path: '/learninghub/allsession', profile: makeProfile() })
  const server = serve()
  await expect.element(screen.getByRole('heading', { name: 'First salary' })).toBeVisible()
  return { screen, ...server }
}

beforeEach(() => {
  answer(listMySessions, { sessions: [] })
  serve()
  return page.viewport(1280, 800)
})

test('[NAV-06] choosing a language changes the texts, the server content and the page language at once', async () => {
  const { screen, choosing } = await showList()
  await screen.getByRole('button', { name: 'en, language: English' }).click()
  await screen.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect.element(screen.getByRole('navigation').getByText(hindi.menu).first()).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: hindi.title })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: hindi.picker })).toBeVisible()
  expect(document.documentElement.lang).toBe('hi')
  expect(choosing.inputs).toEqual([{ params: { code: 'hi' } }])
  expect(screen.pathNow()).toBe('/learninghub/allsession')
})

test('[NAV-06] a language chosen in another tab changes this tab and its server content', async () => {
  const { screen, chooseElsewhere, choosing } = await showList()
  chooseElsewhere('hi')
  new BroadcastChannel('saathi').postMessage({ type: 'language', code: 'hi' })
  await expect.element(screen.getByRole('heading', { name: hindi.title })).toBeVisible()
  await expect.element(screen.getByRole('navigation').getByText(hindi.menu).first()).toBeVisible()
  expect(document.documentElement.lang).toBe('hi')
  expect(choosing.inputs).toEqual([])
})
