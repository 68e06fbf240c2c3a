import { agreeToTerms } from '@saathi/contract/accounts/calls'
import { signOut } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSurvey } from '@saathi/contract/surveys/calls'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, makeProfile, refuse, showApp } from '../../../test/harness.tsx'
import { personAsked, survey } from '../../surveys/survey.fake.ts'

const profile = makeProfile({ hasAgreedTerms: false })
const title = { name: 'Terms and Privacy Policy' }

beforeEach(() => {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
})

async function showPopup(path = '/learninghub') {
  const screen = await showApp({ path, profile })
  const popup = screen.getByRole('dialog', title)
  await expect.element(popup).toBeVisible()
  return { screen, popup, agree: popup.getByRole('button', { name: 'CONTINUE' }) }
}

test('[ACC-30] the popup asks until the terms are agreed to, with links to the three pages', async () => {
  const { popup } = await showPopup()
  const links = {
    'Privacy Policy': '/moreinfo/privacyPolicy',
    'Terms of Service': '/moreinfo/termsOfService',
    'Code of Conduct': '/moreinfo/codeofconduct',
  }
  for (const [name, path] of Object.entries(links)) {
    await expect.element(popup.getByRole('link', { name })).toHaveAttribute('href', path)
  }
})

test('[ACC-30] a person who has agreed is not asked', async () => {
  const screen = await showApp({ path: '/learninghub', profile: makeProfile({ hasAgreedTerms: true }) })
  await expect.element(screen.getByRole('banner')).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

test.each(['Privacy Policy', 'Terms of Service', 'Code of Conduct'])(
  '[ACC-30] %s opens in the app, uncovered, with a link back to the question',
  async (name) => {
    const { screen, popup } = await showPopup('/moreinfo/faq')
    await popup.getByRole('link', { name }).click()
    await expect.poll(() => screen.pathNow()).toMatch(/^\/moreinfo\/(privacyPolicy|termsOfService|codeofconduct)$/)
    await expect.element(popup).not.toBeInTheDocument()
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    await screen.getByRole('button', { name: 'Go back' }).click()
    await expect.element(popup).toBeVisible()
    expect(screen.pathNow()).toBe('/moreinfo/faq')
  },
)

test('[ACC-30] a text opened by its URL has a link back to the question too', async () => {
  const screen = await showApp({ path: '/moreinfo/termsOfService', profile })
  await screen.getByRole('button', { name: 'Go back' }).click()
  await expect.element(screen.getByRole('dialog', title)).toBeVisible()
  expect(screen.pathNow()).toBe('/learninghub')
})

test.each(['/privacypolicy', '/termsofservice', '/codeofconduct'])('[ACC-30] %s is never covered', async (path) => {
  const screen = await showApp({ path, profile })
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
})

test('[ACC-30] CONTINUE reads Processing... while saving, then goes through the learning hub to the requested page', async () => {
  let save = () => {}
  const saved = new Promise<void>((resolve) => {
    save = resolve
  })
  const { inputs } = answer(agreeToTerms, async () => {
    await saved
    return { hasAgreedTerms: true } as const
  })
  const { screen, popup, agree } = await showPopup('/moreinfo/faq')
  await agree.click()
  await expect.element(popup.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.pathNow()).toBe('/moreinfo/faq')
  const visited: string[] = []
  screen.router.subscribe('onResolved', ({ toLocation }) => visited.push(toLocation.pathname))
  save()
  await expect.element(popup).not.toBeInTheDocument()
  expect([...new Set(visited)]).toEqual(['/learninghub', '/moreinfo/faq'])
  expect(screen.pathNow()).toBe('/moreinfo/faq')
  expect(inputs).toEqual([{ body: { hasAgreedTerms: true } }])
})

test.each([
  ['refused', refuse('core.broken', 500)],
  ['lost', 'network'],
] as const)('[ACC-30] a save that is %s shows its text, the popup stays, and a second try works', async (_name, failure) => {
  answer(agreeToTerms, failure)
  const { screen, popup, agree } = await showPopup()
  await agree.click()
  await expect
    .element(popup.getByRole('alert'))
    .toHaveTextContent('Something went wrong while saving your response. Please try again.')
  await expect.element(popup).toBeVisible()
  answer(agreeToTerms, { hasAgreedTerms: true })
  await agree.click()
  await expect.element(popup).not.toBeInTheDocument()
  expect(screen.pathNow()).toBe('/learninghub')
})

test('[ACC-30] it cannot be dismissed', async () => {
  const { popup } = await showPopup()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body, { position: { x: 4, y: 4 }, force: true })
  await expect.element(popup).toBeVisible()
  expect(popup.getByRole('button', { name: /close/i }).elements()).toEqual([])
})

test('one step back from the requested page is the learning hub', async () => {
  answer(agreeToTerms, { hasAgreedTerms: true })
  const { screen, popup, agree } = await showPopup('/moreinfo/faq?topic=2')
  await agree.click()
  await expect.element(popup).not.toBeInTheDocument()
  expect(screen.pathNow()).toBe('/moreinfo/faq?topic=2')
  screen.router.history.back()
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
})

test('a new member continues to the survey', async () => {
  answer(agreeToTerms, { hasAgreedTerms: true })
  answer(getSurvey, survey())
  const screen = await showApp({ path: '/', profile: { ...personAsked(), hasAgreedTerms: false } })
  await screen.getByRole('dialog', title).getByRole('button', { name: 'CONTINUE' }).click()
  await expect.element(screen.getByRole('dialog', title)).not.toBeInTheDocument()
  expect(screen.pathNow()).toBe('/survey')
  await expect.element(screen.getByRole('heading', { level: 1, name: survey().name })).toBeVisible()
})

test('a person who does not agree can sign out', async () => {
  const { screen, popup } = await showPopup()
  answer(signOut, {})
  await popup.getByRole('button', { name: 'Sign Out' }).click()
  await expect.poll(() => screen.pathNow()).toBe('/signin')
})
