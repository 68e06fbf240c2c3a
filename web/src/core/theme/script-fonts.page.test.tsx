import { setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { getTranslation } from '@saathi/contract/content/calls'
import { expect, onTestFinished, test } from 'vitest'
import { chooseLessData } from '../../../test/data-light.ts'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { chooseLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/texts.tsx'

function Word() {
  return (
    <>
      <p>{useText()('signIn.title')}</p>
      <p lang="bn">স্বাগত</p>
    </>
  )
}

const words: Record<string, string> = { en: 'Welcome back', ta: 'மீண்டும் வருக' }
const scripts = ['Anek Bangla', 'Anek Devanagari', 'Anek Kannada', 'Anek Tamil', 'Anek Telugu']
const isFirst = (name: string) => name.startsWith('Anek ') && !name.endsWith(' Whole')
const fontsOf = (shown: Document | null) =>
  [...new Set([...(shown?.fonts ?? [])].map(({ family }) => family.replaceAll(/["']/g, '')))].filter(isFirst).toSorted()
const familyOf = (element: Element) => getComputedStyle(element).fontFamily.split(',')[0]?.replaceAll(/["']/g, '')

/** The fonts of a new page after `fetchScriptFonts`: in the page of the tests they may be loaded already. */
async function fontsOfNewPage(): Promise<string[]> {
  const frame = document.createElement('iframe')
  onTestFinished(() => frame.remove())
  const module = new URL('./script-fonts.ts', import.meta.url)
  // Vitest wraps each dynamic import.
  frame.srcdoc = `<script type="module">
    window.__vitest_browser_runner__ = parent.__vitest_browser_runner__
    import { fetchScriptFonts } from '${module}'
    await fetchScriptFonts()
    document.title = 'fetched'
  </script>`
  document.body.append(frame)
  await expect.poll(() => frame.contentDocument?.title).toBe('fetched')
  return fontsOf(frame.contentDocument)
}

test('with less data no script fonts are loaded', async () => {
  expect(await fontsOfNewPage()).toEqual(scripts)
  chooseLessData()
  expect(await fontsOfNewPage()).toEqual([])
})

test('[NAV-06] script fonts load with a language that may need them, each for its own script', async () => {
  answer(getTranslation, ({ query: { languageCode } }) => ({
    languageCode,
    translations: { 'signIn.title': words[languageCode] ?? '' },
  }))
  answer(setPrimaryLanguage, { newPrimaryLanguage: 'ta' })
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  await chooseLanguage('ta')
  const tamil = screen.getByText('மீண்டும் வருக')
  await expect.element(tamil).toBeVisible()
  await expect.poll(() => fontsOf(document)).toEqual(scripts)
  await expect.poll(() => familyOf(tamil.element())).toBe('Anek Tamil')
  expect(familyOf(screen.getByText('স্বাগত').element())).toBe('Anek Bangla')
})
