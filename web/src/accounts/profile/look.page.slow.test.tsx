import { getProfile, setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { getSupportedLanguages } from '@saathi/contract/content/calls'
import { afterEach, expect, test } from 'vitest'
import { setScheme } from '#core/theme/theme.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { asha, showProfile } from './page.fake.ts'

afterEach(() => setScheme('system'))

test('[NAV-06] the profile offers active languages plus the current one, by code', async () => {
  answer(getSupportedLanguages, {
    languages: [
      { language: 'தமிழ்', languageCode: 'ta', isActive: false, isDefault: false },
      { language: 'हिन्दी', languageCode: 'hi', isActive: true, isDefault: false },
      { language: 'English', languageCode: 'en', isActive: false, isDefault: true },
      { language: 'বাংলা', languageCode: 'bn', isActive: true, isDefault: false },
    ],
  })
  const screen = await showProfile()
  const select = screen.getByRole('combobox', { name: 'Language' })
  await expect.poll(() => [...select.element().querySelectorAll('option')].map(({ lang }) => lang)).toEqual(['bn', 'en', 'hi'])
  await expect.element(select).toHaveValue('en')
})

test('[NAV-06] a language chosen in the profile is saved and changes every text at once', async () => {
  const { inputs } = answer(setPrimaryLanguage, () => {
    answer(getProfile, { ...asha, newPrimaryLanguage: 'hi' })
    return { newPrimaryLanguage: 'hi' }
  })
  const screen = await showProfile()
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('hi')
  await expect.element(screen.getByRole('heading', { name: 'भाषा और रंग-रूप' })).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'भाषा' })).toHaveValue('hi')
  expect(document.documentElement.lang).toBe('hi')
  expect(inputs).toEqual([{ params: { code: 'hi' } }])
})

test('[NAV-06] a language that could not be saved is reverted, and the profile shows an error', async () => {
  answer(setPrimaryLanguage, refuse('core.broken', 500))
  const screen = await showProfile()
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('hi')
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('We could not change the language, so it is as before. Please try again.')
  await expect.element(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
})

test('the theme can be chosen and applies at once', async () => {
  const screen = await showProfile()
  await screen.getByRole('combobox', { name: 'Theme' }).selectOptions('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await screen.getByRole('combobox', { name: 'Theme' }).selectOptions('light')
  expect(document.documentElement.dataset['theme']).toBe('light')
})
