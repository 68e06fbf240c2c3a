import { BIO_MAX_LENGTH, getProfile, updateProfile } from '@saathi/contract/accounts/calls'
import { signOut as signOutCall } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import { signOut } from '#core/session.ts'
import { answer, makeProfile, refuse } from '../../../test/harness.tsx'
import { asha, showProfile } from './page.fake.ts'

async function showForm(profile = asha) {
  const screen = await showProfile({ profile })
  return {
    screen,
    first: screen.getByLabelText('First name'),
    last: screen.getByLabelText('Last name'),
    bio: screen.getByLabelText('A few words about you'),
    phone: screen.getByLabelText('Phone number', { exact: true }),
    country: screen.getByLabelText('Country of the phone number'),
    save: screen.getByRole('button', { name: 'Save changes' }),
    heading: screen.getByRole('heading', { level: 1 }),
  }
}

test('[ACC-33] the page shows the own profile, with e-mail and role read-only', async () => {
  const { screen, first, last, bio, phone, country, heading } = await showForm()
  await expect.element(heading).toHaveTextContent('Asha Rao')
  await expect.element(first).toHaveValue('Asha')
  await expect.element(last).toHaveValue('Rao')
  await expect.element(bio).toHaveValue('I like kites.')
  await expect.element(country).toHaveValue('IN')
  await expect.element(phone).toHaveValue('9800000001')
  await expect.element(screen.getByRole('definition').filter({ hasText: 'asha@saathi.example' })).toBeVisible()
  await expect.element(screen.getByRole('definition').filter({ hasText: 'Mentee' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'E-mail' }).elements()).toEqual([])
})

test('[ACC-33] saving sends names, bio and phone as a form, and the page shows the server’s reply', async () => {
  const { inputs } = answer(updateProfile, { ...asha, firstName: 'Aasha', displayName: 'Aasha Rao' })
  const { screen, first, save, heading } = await showForm()
  await first.fill(' Aasha ')
  await save.click()
  await expect.element(heading).toHaveTextContent('Aasha Rao')
  await expect.element(screen.getByText('Your profile is saved.')).toBeVisible()
  expect(inputs).toMatchObject([
    {
      form: {
        fields: { firstName: 'Aasha', lastName: 'Rao', bio: 'I like kites.', phoneNumber: '919800000001' },
        files: {},
      },
    },
  ])
  expect(inputs[0]?.form.fields).not.toHaveProperty('picture')
  await expect.element(first).toHaveValue('Aasha')
})

test('[ACC-33] emptied names are sent as the empty string', async () => {
  const { inputs } = answer(updateProfile, { ...asha, firstName: '', lastName: '', displayName: '' })
  const { first, last, save, heading } = await showForm()
  await first.fill('')
  await last.fill('')
  await save.click()
  // Without a name the page shows the address.
  await expect.element(heading).toHaveTextContent('asha@saathi.example')
  expect(inputs).toMatchObject([{ form: { fields: { firstName: '', lastName: '' } } }])
})

test('with nothing to save the button says so, and neither a click nor Enter sends anything', async () => {
  const { inputs } = answer(updateProfile, asha)
  const { first, save } = await showForm()
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await expect.element(save).toHaveAccessibleDescription('Everything is saved.')
  await save.click({ force: true })
  await first.click()
  await userEvent.keyboard('{Enter}')
  await first.fill('Ash')
  await first.fill('Asha')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  expect(inputs).toEqual([])
})

test('works with the keyboard alone: type, Enter, saved, and the focus stays', async () => {
  answer(updateProfile, { ...asha, lastName: 'Iyer', displayName: 'Asha Iyer' })
  const { last, heading } = await showForm()
  await last.click()
  await userEvent.keyboard('{Control>}a{/Control}Iyer{Enter}')
  await expect.element(heading).toHaveTextContent('Asha Iyer')
  await expect.element(last).toHaveFocus()
})

test('edits made while saving are kept and still unsaved', async () => {
  let finish: () => void = () => {}
  const reached = new Promise<void>((resolve) => {
    finish = resolve
  })
  answer(updateProfile, async () => {
    await reached
    return { ...asha, firstName: 'Aasha', displayName: 'Aasha Rao' }
  })
  const { screen, first, bio, save, heading } = await showForm()
  await first.fill('Aasha')
  await save.click()
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-busy', 'true')
  await bio.fill('I like kites and rain.')
  finish()
  await expect.element(heading).toHaveTextContent('Aasha Rao')
  await expect.element(bio).toHaveValue('I like kites and rain.')
  await expect.element(save).not.toHaveAttribute('aria-disabled')
})

test('changes from another device are shown, except in edited fields', async () => {
  const { first, bio } = await showForm()
  await bio.fill('Mine')
  answer(getProfile, { ...asha, firstName: 'Usha', bio: 'Theirs' })
  await queryClient.refetchQueries({ queryKey: profileQuery.queryKey })
  await expect.element(first).toHaveValue('Usha')
  await expect.element(bio).toHaveValue('Mine')
})

test('changes can be undone, and the focus moves to a button that stays', async () => {
  const { screen, first, save } = await showForm()
  await first.fill('Someone')
  await screen.getByRole('button', { name: 'Undo changes' }).click()
  await expect.element(first).toHaveValue('Asha')
  await expect.element(save).toHaveFocus()
})

describe('the bio', () => {
  test('[ACC-33] has a character count', async () => {
    const { bio } = await showForm()
    await bio.fill('Kites')
    await expect.element(bio).toHaveAccessibleDescription(`5 of ${BIO_MAX_LENGTH} characters`)
  })

  test('[ACC-33] that is too long says by how much, is not cut, and is not sent', async () => {
    const { inputs } = answer(updateProfile, asha)
    const { bio, save } = await showForm()
    await bio.fill('a'.repeat(BIO_MAX_LENGTH + 2))
    await expect.element(bio).toHaveAccessibleDescription('This is 2 characters too long. Please shorten it.')
    await save.click()
    await expect.element(bio).toHaveFocus()
    await expect.element(bio).toHaveValue('a'.repeat(BIO_MAX_LENGTH + 2))
    expect(inputs).toEqual([])
  })
})

describe('the phone number', () => {
  test('[ACC-18] is Indian unless another country is chosen', async () => {
    const { country, phone } = await showForm(makeProfile())
    await expect.element(country).toHaveValue('IN')
    await expect.element(phone).toHaveValue('')
  })

  test.each([
    ['IN', 12, '91'],
    ['US', 11, '1'],
    ['DE', 13, '49'],
    ['SG', 10, '65'],
  ])('[ACC-18] for %s accepts digits only and is cut to %i including the dial code', async (code, most, dialCode) => {
    const { inputs } = answer(updateProfile, asha)
    const { country, phone, save } = await showForm(makeProfile())
    await country.selectOptions(code)
    await phone.click()
    await userEvent.keyboard('2a3-4 5+678901234567')
    await expect.element(phone).toHaveValue('2345678901234567'.slice(0, most - dialCode.length))
    await save.click()
    await expect.poll(() => inputs.length).toBe(1)
    expect(inputs[0]?.form.fields.phoneNumber).toMatch(new RegExp(`^${dialCode}\\d{${most - dialCode.length}}$`))
  })

  test('[ACC-18] that is too short is not sent, and an error is shown', async () => {
    const { inputs } = answer(updateProfile, asha)
    const { phone, save } = await showForm()
    await phone.fill('98000')
    await save.click()
    await expect.element(phone).toHaveAccessibleDescription('This number looks too short. Please check it.')
    await expect.element(phone).toHaveFocus()
    expect(inputs).toEqual([])
  })

  test('cannot be removed once it is set', async () => {
    const { inputs } = answer(updateProfile, asha)
    const { phone, save } = await showForm()
    await phone.fill('')
    await save.click()
    await expect.element(phone).toHaveAccessibleDescription('Field is mandatory')
    expect(inputs).toEqual([])
  })
})

describe('a failure', () => {
  test.each([
    [0, 'core.unreachable', 'We could not reach Saathi. Check your connection and try again.'],
    [400, 'core.bad_input', 'We could not understand that. Please check what you entered.'],
    [403, 'core.forbidden', 'This part of Saathi is not open to you.'],
    [404, 'core.not_found', 'We could not find that. It may have been removed.'],
    [409, 'core.conflict', 'Someone else changed this at the same time. Please check it and try again.'],
    [429, 'core.too_many', 'That was a little too fast. Please wait a moment and try again.'],
    [500, 'core.broken', 'Something went wrong on our side. Please try again in a little while.'],
  ])('[NAV-11] with status %i is shown in place, keeps the inputs, and can be retried', async (status, code, words) => {
    answer(updateProfile, status === 0 ? 'network' : refuse(code, status))
    const { screen, first, save, heading } = await showForm()
    await first.fill('Aasha')
    await save.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent(words)
    await expect.element(first).toHaveValue('Aasha')
    answer(updateProfile, { ...asha, firstName: 'Aasha', displayName: 'Aasha Rao' })
    await save.click()
    await expect.element(heading).toHaveTextContent('Aasha Rao')
    expect(screen.getByRole('alert').elements()).toEqual([])
  })

  test('of one field is shown at that field', async () => {
    answer(updateProfile, refuse('core.bad_input', 400, 'No.', { errors: { last_name: ['too long'] } }))
    const { last, save } = await showForm()
    await last.fill('Iyer')
    await save.click()
    await expect.element(last).toHaveAccessibleDescription('That doesn’t look right. Please check it.')
    await last.fill('Iye')
    await expect.element(last).not.toHaveAttribute('aria-invalid')
  })
})

describe('leaving with unsaved changes', () => {
  const leaveByLink = async () => {
    const form = await showForm()
    await form.first.fill('Aasha')
    await form.screen.getByRole('link', { name: 'Saathi, home' }).click()
    const dialog = form.screen.getByRole('dialog', { name: 'Leave without saving?' })
    await expect.element(dialog).toBeVisible()
    return { ...form, dialog }
  }

  test('asks first, and staying keeps all inputs', async () => {
    const { screen, first, dialog } = await leaveByLink()
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(screen.pathNow()).toBe('/profile')
    await expect.element(first).toHaveValue('Aasha')
  })

  test('is possible after confirming', async () => {
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    const { screen, dialog } = await leaveByLink()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('does not ask once they are saved', async () => {
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    answer(updateProfile, { ...asha, firstName: 'Aasha', displayName: 'Aasha Rao' })
    const { screen, first, save, heading } = await showForm()
    await first.fill('Aasha')
    await save.click()
    await expect.element(heading).toHaveTextContent('Aasha Rao')
    await screen.getByRole('link', { name: 'Saathi, home' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('does not block someone who was signed out, for example in another tab', async () => {
    answer(signOutCall, {})
    const { screen, first } = await showForm()
    await first.fill('Aasha')
    await signOut()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
  })

  test('through Sign Out asks too: the person can stay or leave', async () => {
    const { inputs } = answer(signOutCall, {})
    const { screen, first } = await showForm()
    await first.fill('Aasha')
    const menu = screen.getByRole('button', { name: 'Asha Rao, account menu' })
    const leave = screen.getByRole('menuitem', { name: 'Sign Out' })
    const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' })
    await menu.click()
    await leave.click()
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(first).toHaveValue('Aasha')
    expect(inputs).toEqual([])
    await menu.click()
    await leave.click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    await expect.poll(() => inputs.length).toBe(1)
  })

  test('through Sign Out does not ask if nothing changed', async () => {
    answer(signOutCall, {})
    const { screen, first } = await showForm()
    await first.fill('Aasha')
    await first.fill('Asha')
    await screen.getByRole('button', { name: 'Asha Rao, account menu' }).click()
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
  })
})

test.each(['en', 'hi'] as const)('the page fits 360 px in %s, with long words and unsaved changes', async (language) => {
  await page.viewport(360, 740)
  const screen = await showProfile({
    language,
    profile: { ...asha, displayName: 'Venkatanarasimharajuvaripeta Subrahmanyam', email: `${'a'.repeat(50)}@saathi.example` },
  })
  await screen.getByRole('textbox').first().fill('Venkatanarasimharajuvaripeta')
  await expect.element(screen.getByRole('button', { name: /^(Undo changes|बदलाव वापस लें)$/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await page.viewport(390, 844)
})
