import { setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { getTranslation } from '@saathi/contract/content/calls'
import { expect, test } from 'vitest'
import { answer, makeProfile, refuse, show } from '../../../test/harness.tsx'
import { chooseLanguage } from './language.ts'
import { useText } from './texts.tsx'

function Word() {
  return <p>{useText()('signIn.title')}</p>
}

const hindi = 'फिर से स्वागत है'

test("[NAV-06] the page is in the signed-in person's language", async () => {
  const screen = await show(<Word />, { profile: makeProfile(), language: 'hi' })
  await expect.element(screen.getByText(hindi)).toBeVisible()
  await expect.poll(() => document.documentElement.lang).toBe('hi')
})

test('[NAV-06] a chosen language is saved and changes every text at once', async () => {
  const { inputs } = answer(setPrimaryLanguage, { newPrimaryLanguage: 'hi' })
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  await chooseLanguage('hi')
  await expect.element(screen.getByText(hindi)).toBeVisible()
  expect(inputs).toMatchObject([{ params: { code: 'hi' } }])
})

test('[NAV-06] a language the server refuses is reverted', async () => {
  answer(setPrimaryLanguage, refuse('content.language_not_offered', 409))
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  await expect(chooseLanguage('hi')).rejects.toMatchObject({ code: 'content.language_not_offered' })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  expect(localStorage.getItem('saathi.language')).toBe('en')
})

test('follows a choice in another tab', async () => {
  const screen = await show(<Word />, { profile: makeProfile() })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
  new BroadcastChannel('saathi').postMessage({ type: 'language', code: 'hi' })
  await expect.element(screen.getByText(hindi)).toBeVisible()
})

test('a language that is no longer offered falls back to English', async () => {
  answer(getTranslation, ({ query: { languageCode } }) =>
    languageCode === 'en'
      ? { languageCode, translations: { 'signIn.title': 'Welcome back' } }
      : refuse('content.language_not_offered', 404),
  )
  const screen = await show(<Word />, { language: 'hi' })
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
})

test('shows the stored texts if loading fails', async () => {
  localStorage.setItem('saathi.texts', JSON.stringify({ languageCode: 'en', translations: { 'signIn.title': 'Kept words' } }))
  answer(getTranslation, 'network')
  const screen = await show(<Word />)
  await expect.element(screen.getByText('Kept words')).toBeVisible()
})

test('shows an error in English with a retry if there are no texts', async () => {
  answer(getTranslation, 'network')
  const screen = await show(<Word />)
  await expect.element(screen.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  answer(getTranslation, { languageCode: 'en', translations: { 'signIn.title': 'Welcome back' } })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Welcome back')).toBeVisible()
})
