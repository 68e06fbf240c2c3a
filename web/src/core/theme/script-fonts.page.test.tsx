import { setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { getTranslation } from '@saathi/contract/content/calls'
import { expect, test } from 'vitest'
import { chooseLessData } from '../../../test/data-light.ts'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { chooseLanguage } from '../i18n/language.ts'
import { useText } from '../i18n/texts.tsx'
import { fetchScriptFonts } from './script-fonts.ts'

function Word() {
  return (
    <>
      <p>{useText()('signIn.title')}</p>
      <p lang="bn">স্বাগত</p>
    </>
  )
}

const words: Record<string, string> = { en: 'Welcome back', ta: 'மீண்டும் வருக' }
const scripts = () => [...document.fonts].map(({ family }) => family.replaceAll(/["']/g, '')).filter((name) => name !== 'Anek')
const familyOf = (element: Element) => getComputedStyle(element).fontFamily.split(',')[0]?.replaceAll(/["']/g, '')

// Must run first: fonts stay loaded.
test('with less data no script fonts are loaded', async () => {
  chooseLessData()
  await fetchScriptFonts()
  expect(scripts()).toEqual([])
})

test('[NAV-06] script fonts load with a language that may need them, each for its own script', async () => {
  answer(getTranslation, ({ query: { languageCode } }) => ({
    languageCode,
    translations: { 'signIn.title': words[languageCode] ?? '' },
  }))
  answer(setPrimaryLanguage, { newPrimaryLanguage: 'ta' })
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  expect(scripts()).toEqual([])
  await chooseLanguage('ta')
  const tamil = screen.getByText('மீண்டும் வருக')
  await expect.element(tamil).toBeVisible()
  await expect
    .poll(() => scripts().toSorted())
    .toEqual(['Anek Bangla', 'Anek Devanagari', 'Anek Kannada', 'Anek Tamil', 'Anek Telugu'])
  await expect.poll(() => familyOf(tamil.element())).toBe('Anek Tamil')
  expect(familyOf(screen.getByText('স্বাগত').element())).toBe('Anek Bangla')
})
