import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { Shell } from './shell.tsx'

const shellTexts = import.meta.glob<Record<string, string>>('../../../../contract/texts/*/shell.json', { import: 'default' })
const languages = ['bn', 'en', 'hi', 'kn', 'mr', 'ta', 'te']

/** Renders the shell in a language, for a person with a long name. */
async function showShellIn(languageCode: string) {
  const load = shellTexts[`../../../../contract/texts/${languageCode}/shell.json`]
  if (!load) throw new Error(`no texts in ${languageCode}`)
  const translations = { 'app.name': 'Saathi', ...(await load()) }
  answer(getSupportedLanguages, {
    languages: languages.map((code) => ({ language: code, languageCode: code, isActive: true, isDefault: code === 'en' })),
  })
  answer(getTranslation, { languageCode, translations })
  localStorage.setItem('saathi.language', languageCode)
  const profile = makeProfile({ displayName: 'Venkatanarasimharajuvaripeta Lakshmi', newPrimaryLanguage: languageCode })
  const { experiences } = profile.status
  const everything = {
    ...experiences,
    ...({ curriculum: 'show', survey: 'use', internship: 'show', chattype: 'use' } as const),
    chatStatus: { mentorshipChat: 'use', aiChat: 'off', helpCenter: 'off' } as const,
  }
  const shell = (
    <Shell>
      <h1>Page</h1>
    </Shell>
  )
  const screen = await show(shell, {
    profile: { ...profile, status: { ...profile.status, experiences: everything } },
    path: '/learninghub',
  })
  await expect.element(screen.getByRole('heading', { name: 'Page' })).toBeVisible()
  await expect.poll(() => document.documentElement.lang).toBe(languageCode)
  await document.fonts.ready
  return screen
}

/** Links and buttons of the bar that overlap, are cut off or wrap. */
function barFaults(width: number): string[] {
  const bar = document.querySelector('header')
  const shown = [...(bar?.querySelectorAll('a, button') ?? [])].filter((each) => each.getClientRects().length > 0)
  return shown.flatMap((each, place) => {
    const [box, before] = [each.getBoundingClientRect(), shown[place - 1]?.getBoundingClientRect().right ?? 0]
    const lines = [...each.querySelectorAll('span')].map((word) => word.getBoundingClientRect().height)
    const isWhole = box.left >= before - 1 && box.right <= width && each.scrollWidth <= each.clientWidth + 1
    return isWhole && Math.max(0, ...lines) <= 48 ? [] : [`${each.textContent} at ${width}`]
  })
}

test.each(languages)('[NAV-03] nothing overlaps in the top bar in %s, at any width', async (language) => {
  await showShellIn(language)
  for (const width of [800, 820, 991, 992, 1024, 1100, 1199, 1200, 1279, 1280, 1440]) {
    await page.viewport(width, 800)
    await expect.poll(() => barFaults(width)).toEqual([])
  }
})
