import { getProfile, setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import type { Experiences, Profile } from '@saathi/contract/accounts/entities'
import { getSupportedLanguages } from '@saathi/contract/content/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, makeProfile, refuse, show } from '../../../test/harness.tsx'
import { setMenuCount } from './menu-items.ts'
import { Shell } from './shell.tsx'

const closed: Experiences = makeProfile().status.experiences

function withFlags(flags: Partial<Experiences>): Profile {
  const profile = makeProfile()
  return { ...profile, status: { ...profile.status, experiences: { ...closed, session: 'off', ...flags } } }
}

const everything: Partial<Experiences> = {
  session: 'use',
  curriculum: 'show',
  survey: 'use',
  internship: 'show',
  chattype: 'use',
  chatStatus: { mentorshipChat: 'use', aiChat: 'off', helpCenter: 'off' },
}

const shell = (
  <Shell>
    <h1>Page</h1>
  </Shell>
)
const showShell = (profile = withFlags(everything), path = '/learninghub') => show(shell, { profile, path })
const menuWords = () =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)

beforeEach(() => page.viewport(1280, 800))

const openChat = { mentorshipChat: 'off', aiChat: 'use', helpCenter: 'off' } as const
const mentorChat = { mentorshipChat: 'use', aiChat: 'off', helpCenter: 'off' } as const
const lockedChat = { mentorshipChat: 'show', aiChat: 'off', helpCenter: 'use' } as const
const table: [string, Partial<Experiences>, string[]][] = [
  ['nothing', {}, []],
  ['session use', { session: 'use' }, ['Learning Hub']],
  ['session show', { session: 'show' }, ['Learning Hub']],
  ['curriculum use', { curriculum: 'use' }, ['Mentorship']],
  ['curriculum show', { curriculum: 'show' }, ['Mentorship']],
  ['survey use', { survey: 'use' }, ['Survey']],
  ['survey show', { survey: 'show' }, ['Survey']],
  ['chat by the mentorship', { chattype: 'use', chatStatus: mentorChat }, ['Chat']],
  ['chat without its own flag', { chattype: 'off', chatStatus: mentorChat }, []],
  ['chat with an open channel', { chattype: 'show', chatStatus: openChat }, ['Chat']],
  ['chat without an open channel', { chattype: 'use', chatStatus: lockedChat }, []],
  ['internship use', { internship: 'use' }, ['Internships']],
  ['internship show', { internship: 'show' }, ['Internships']],
  ['everything', everything, ['Learning Hub', 'Mentorship', 'Survey', 'Chat', 'Internships']],
]

describe('the main menu', () => {
  test.each([
    ['wide', 1280],
    ['on a phone', 390],
  ])('%s shows the number of open surveys', async (_name, width) => {
    await page.viewport(width, 800)
    const profile = withFlags(everything)
    const survey = (surveyId: number, surveyStatus: string) => ({ surveyId, surveyStatus, expPermission: 'use' as const })
    const surveys = [survey(1, 'NOT_STARTED'), survey(2, 'COMPLETE on 2026-11-14')]
    const screen = await showShell({ ...profile, status: { ...profile.status, surveys } })
    await expect.element(screen.getByRole('link', { name: /^Survey\s?1 survey to answer$/ })).toBeVisible()
  })

  test.each([
    ['wide', 1280],
    ['on a phone', 390],
  ])('%s shows the unread messages with a mention as number and @', async (_name, width) => {
    await page.viewport(width, 800)
    setMenuCount('chat', { unread: 3, hasMention: true })
    const screen = await showShell()
    const chat = screen.getByRole('link', { name: /^Chat\s?you were mentioned, 3 unread messages$/ })
    await expect.element(chat.getByText('@3', { exact: true })).toBeVisible()
    setMenuCount('chat', { unread: 0, hasMention: false })
    await expect.element(screen.getByRole('link', { name: 'Chat', exact: true })).toBeVisible()
  })

  test.each(table)('[NAV-03] follows the experience flags: %s', async (_name, flags, words) => {
    const screen = await showShell(withFlags(flags))
    await expect.element(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
    expect(menuWords()).toEqual(words)
  })

  test('marks the current page', async () => {
    const screen = await showShell()
    await expect.element(screen.getByRole('link', { name: 'Learning Hub' })).toHaveAttribute('aria-current', 'page')
    await expect.element(screen.getByRole('link', { name: 'Mentorship' })).not.toHaveAttribute('aria-current')
  })

  test.each([
    ['/session/step?session=3&step=11', 'Learning Hub'],
    ['/feed', 'Learning Hub'],
    ['/stage?survey=1&stage=2', 'Survey'],
  ])('marks the item a page belongs to: %s', async (path, name) => {
    const screen = await showShell(withFlags(everything), path)
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'true')
    await expect.element(screen.getByRole('link', { name: 'Mentorship' })).not.toHaveAttribute('aria-current')
  })

  test('moves to a bar at the bottom below 800 px', async () => {
    await page.viewport(799, 800)
    const screen = await showShell()
    await expect.element(screen.getByRole('link', { name: 'Survey' })).toBeVisible()
    const survey = screen.getByRole('link', { name: 'Survey' }).element().getBoundingClientRect()
    expect(survey.bottom).toBeGreaterThan(790)
    expect(menuWords()).toHaveLength(5)
  })
})

describe('the top bar', () => {
  test('[NAV-02] holds the logo, the menu, the language picker, the display name and the account menu', async () => {
    const screen = await showShell()
    const bar = screen.getByRole('banner')
    await expect.element(bar.getByRole('link', { name: 'Saathi, home' })).toHaveAttribute('href', '/learninghub')
    await expect.element(bar.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect.element(bar.getByRole('button', { name: 'en, language: English' })).toBeVisible()
    await expect.element(bar.getByText('Asha Rao')).toBeVisible()
    await expect.element(bar.getByRole('button', { name: 'Asha Rao, account menu' })).toBeVisible()
  })

  test('lets the keyboard skip it', async () => {
    const screen = await showShell()
    await expect.element(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
    await userEvent.tab()
    await expect.element(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
    await expect.element(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main')
    expect(screen.getByRole('main').element().id).toBe('main')
  })
})

describe('the account menu', () => {
  test('[NAV-04] holds FAQs, sign out and small links to the legal pages under /moreinfo', async () => {
    const screen = await showShell()
    await screen.getByRole('button', { name: 'Asha Rao, account menu' }).click()
    const paths = {
      FAQs: '/moreinfo/faq',
      'Privacy Policy': '/moreinfo/privacyPolicy',
      'Terms of Service': '/moreinfo/termsOfService',
      'Code of Conduct': '/moreinfo/codeofconduct',
    }
    for (const [name, path] of Object.entries(paths)) {
      await expect.element(screen.getByRole('menuitem', { name })).toHaveAttribute('href', path)
    }
    await expect.element(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  })

  test('links the display name to the profile', async () => {
    const screen = await showShell()
    await screen.getByRole('button', { name: 'Asha Rao, account menu' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Asha Rao Your profile' })).toHaveAttribute('href', '/profile')
  })

  test('[NAV-03] has no My Profile item without work-readiness scores', async () => {
    const screen = await showShell()
    await screen.getByRole('button', { name: 'Asha Rao, account menu' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'FAQs' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'My Profile' }).elements()).toEqual([])
  })

  test('opens, moves and closes by keyboard, and returns the focus', async () => {
    const screen = await showShell()
    const button = screen.getByRole('button', { name: 'Asha Rao, account menu' })
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('menu')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('menuitem', { name: 'Asha Rao Your profile' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('menuitem', { name: 'FAQs' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(screen.getByRole('menuitemradio', { name: 'Dark' })).toHaveAttribute('aria-checked', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()
  })
})

const openPicker = async (profile = withFlags(everything)) => {
  const screen = await showShell(profile)
  await screen.getByRole('button', { name: /language:/ }).click()
  await expect.element(screen.getByRole('menu')).toBeVisible()
  return screen
}

describe('the language picker', () => {
  test('[NAV-06] offers active languages plus the current one, by code, each in its own script', async () => {
    answer(getSupportedLanguages, {
      languages: [
        { language: 'தமிழ்', languageCode: 'ta', isActive: false, isDefault: false },
        { language: 'हिन्दी', languageCode: 'hi', isActive: true, isDefault: false },
        { language: 'English', languageCode: 'en', isActive: false, isDefault: true },
        { language: 'বাংলা', languageCode: 'bn', isActive: true, isDefault: false },
      ],
    })
    const screen = await openPicker()
    const words = screen
      .getByRole('menuitemradio')
      .elements()
      .map((choice) => `${choice.getAttribute('lang')} ${choice.textContent}`)
    expect(words).toEqual(['bn বাংলা', 'en English', 'hi हिन्दी'])
  })

  const scriptFonts = () => [...document.fonts].filter(({ family }) => /Bangla|Tamil/.test(family)).map(({ status }) => status)

  test('loads no font for the names', async () => {
    const before = scriptFonts()
    const screen = await openPicker()
    const choices = screen.getByRole('menuitemradio').elements()
    expect(choices.map((choice) => getComputedStyle(choice).fontFamily)).toEqual(choices.map(() => 'system-ui, sans-serif'))
    expect(scriptFonts()).toEqual(before)
  })

  test('[NAV-06] choosing one saves it and changes every text at once', async () => {
    const profile = withFlags(everything)
    const { inputs } = answer(setPrimaryLanguage, () => {
      // The next profile fetch returns the saved language.
      answer(getProfile, { ...profile, newPrimaryLanguage: 'hi' })
      return { newPrimaryLanguage: 'hi' }
    })
    const screen = await openPicker(profile)
    await screen.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
    await expect.element(screen.getByRole('link', { name: 'लर्निंग हब' })).toBeVisible()
    expect(inputs).toEqual([{ params: { code: 'hi' } }])
  })

  test('reverts when the server refuses', async () => {
    answer(setPrimaryLanguage, refuse('core.broken', 500))
    const screen = await openPicker()
    await screen.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
    await expect.element(screen.getByRole('button', { name: 'en, language: English' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Mentorship' })).toBeVisible()
  })
})
