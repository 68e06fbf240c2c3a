import { getProfile } from '@saathi/contract/accounts/calls'
import { approveReset, giveRecoveryCode, listResets, requestReset } from '@saathi/contract/accounts/recovery-calls'
import { addPerson, getSecondFactor, giveSecondFactor, offerAuthenticator } from '@saathi/contract/accounts/staff-calls'
import { endRight, giveRight, listTeam, type TeamMember } from '@saathi/contract/accounts/team-calls'
import { getStaffTexts } from '@saathi/contract/staff/console-calls'
import { describe, expect, test } from 'vitest'
import texts from '../../../contract/texts/en/staff.json' with { type: 'json' }
import { answer, makeProfile, refuse } from '../../test/harness.tsx'
import { showConsole } from './console.fake.ts'

describe('the navigation', () => {
  test('[STF-05] shows only the entries the person may use, with the number of open tasks', async () => {
    const screen = await showConsole()
    const side = screen.getByRole('navigation', { name: 'Console' }).first()
    await expect.element(side.getByRole('link', { name: /Help inbox 3 waiting/ })).toBeVisible()
    await expect.element(side.getByRole('link', { name: 'Team' })).toBeVisible()
  })

  test('marks the current page only', async () => {
    answer(listTeam, { members: [], rolesToGive: [] })
    const screen = await showConsole({ path: '/staff/team' })
    const side = screen.getByRole('navigation', { name: 'Console' }).first()
    await expect.element(side.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page')
    await expect.element(side.getByRole('link', { name: 'Start' })).not.toHaveAttribute('aria-current')
  })

  test('a change of language keeps what was typed', async () => {
    answer(listTeam, { members: [], rolesToGive: ['Admin'] })
    const screen = await showConsole({
      path: '/staff/team',
      console: { actions: ['staff.console', 'staff.team', 'staff.people'] },
    })
    await screen.getByRole('button', { name: 'Invite a colleague' }).click()
    await screen.getByLabelText('First name').fill('Leela')
    answer(getProfile, makeProfile({ role: 'Admin', newPrimaryLanguage: 'hi' }))
    answer(getStaffTexts, { translations: { ...texts, 'staff.team.invite': 'बुलाएँ' } })
    new BroadcastChannel('saathi').postMessage({ type: 'language', code: 'hi' })
    await expect.poll(() => document.documentElement.lang).toBe('hi')
    const dialog = screen.getByRole('dialog', { name: 'बुलाएँ' })
    await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Leela')
  })

  test('[STF-05] of an author has neither the help inbox nor the team', async () => {
    const screen = await showConsole({ console: { actions: ['staff.console'] } })
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Farida' })).toBeVisible()
    expect(screen.getByRole('link', { name: /Help inbox|Team/ }).elements()).toEqual([])
  })
})

describe('a coordinator', () => {
  const { status } = makeProfile()
  const chats = { ...status.experiences.chatStatus, mentorshipChat: 'use' } as const
  const coordinator = {
    role: 'PairManager',
    status: { ...status, experiences: { ...status.experiences, curriculum: 'use', chattype: 'use', chatStatus: chats } },
  } as const

  test('[STF-05] lands in the console, like everybody of the team, and reaches the chats from there', async () => {
    const screen = await showConsole({ path: '/', profile: coordinator, console: { actions: ['staff.console'] } })
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Farida' })).toBeVisible()
    await screen.getByRole('button', { name: /^Account of Farida Khan/ }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Your pairs and chats' })).toHaveAttribute('href', '/mentorship')
    expect(screen.getByRole('menuitem', { name: 'Team console' }).elements()).toEqual([])
  })

  test('[STF-05] is the only role with a link to the chats: an administrator without a pair has none', async () => {
    const screen = await showConsole({ console: { actions: ['staff.console'] } })
    await screen.getByRole('button', { name: /^Account of Farida Khan/ }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Mail about what waits' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Your pairs and chats' }).elements()).toEqual([])
  })

  test('[STF-05] reaches the chats also without the phone with the second factor', async () => {
    const screen = await showConsole({
      profile: coordinator,
      secondFactor: { hasAuthenticator: true, isGiven: false, codesLeft: 10 },
    })
    await expect.element(screen.getByRole('link', { name: 'Your pairs and chats' })).toHaveAttribute('href', '/mentorship')
  })
})

describe('the second factor', () => {
  test('[STF-02] is required before anything of the console is shown, and a wrong code can be corrected', async () => {
    answer(giveSecondFactor, refuse('accounts.wrong_code', 400, 'That code does not fit.'))
    const screen = await showConsole({ secondFactor: { hasAuthenticator: true, isGiven: false, codesLeft: 10 } })
    await expect.element(screen.getByRole('heading', { name: 'Your second key' })).toBeVisible()
    expect(screen.getByRole('navigation').elements()).toEqual([])
    await screen.getByLabelText('Six digits').fill('123456')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('That code does not fit.')
    const { inputs } = answer(giveSecondFactor, { recoveryCodes: [] })
    answer(getSecondFactor, { hasAuthenticator: true, isGiven: true, codesLeft: 10 })
    await screen.getByLabelText('Six digits').fill('654321')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Farida' })).toBeVisible()
    expect(inputs).toEqual([{ body: { code: '654321' } }])
  })

  test('[STF-02] is linked the first time with a QR code or by typing the key', async () => {
    const qr = { size: 3, path: 'M1 1h1v1h-1z' }
    answer(offerAuthenticator, { key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr })
    const screen = await showConsole({ secondFactor: { hasAuthenticator: false, isGiven: false, codesLeft: 0 } })
    await expect.element(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect.element(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expect.element(screen.getByLabelText('Then type the six digits it shows')).toBeVisible()
  })
})

describe('recovery', () => {
  test('[STF-02] codes are shown once after the app is linked, and the console waits until they are saved', async () => {
    answer(offerAuthenticator, { key: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: { size: 3, path: 'M1 1h1v1h-1z' } })
    answer(giveSecondFactor, { recoveryCodes: ['ABCDE-FGHJK', 'MNPQR-STVWX'] })
    const screen = await showConsole({ secondFactor: { hasAuthenticator: false, isGiven: false, codesLeft: 0 } })
    await screen.getByLabelText('Then type the six digits it shows').fill('123456')
    answer(getSecondFactor, { hasAuthenticator: true, isGiven: true, codesLeft: 10 })
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByText('ABCDE-FGHJK')).toBeVisible()
    expect(screen.getByRole('navigation').elements()).toEqual([])
    await screen.getByRole('button', { name: 'I have saved them' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Farida' })).toBeVisible()
  })

  test('[STF-02] without the phone is possible with a recovery code or by asking two administrators', async () => {
    const asking = answer(requestReset, { expiresAt: '2026-11-15T06:00:00.000Z' })
    const { inputs } = answer(giveRecoveryCode, {})
    const screen = await showConsole({ secondFactor: { hasAuthenticator: true, isGiven: false, codesLeft: 10 } })
    await screen.getByRole('button', { name: 'Lost your phone?' }).click()
    await screen.getByRole('button', { name: 'Ask two administrators' }).click()
    await expect.element(screen.getByText(/^We told the administrators/)).toBeVisible()
    expect(asking.inputs).toHaveLength(1)
    answer(getSecondFactor, { hasAuthenticator: true, isGiven: true, codesLeft: 9 })
    await screen.getByLabelText('Recovery code').fill('abcde-fghjk')
    await screen.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Welcome, Farida' })).toBeVisible()
    expect(inputs).toMatchObject([{ body: { code: 'ABCDEFGHJK' } }])
  })

  test('[STF-02] of a colleague without app and codes is approved on the team page, with a reason', async () => {
    answer(listTeam, { members: [], rolesToGive: [] })
    const times = { requestedAt: '2026-11-14T06:00:00.000Z', expiresAt: '2026-11-15T06:00:00.000Z' }
    const reset = { id: 4, personId: 12, name: 'Nisha Fernandes', email: 'nisha@saathi.example', ...times }
    answer(listResets, { resets: [{ ...reset, approvedBy: 'Anita Desai', canApprove: true }] })
    const approving = answer(approveReset, { isDone: true })
    const screen = await showConsole({
      path: '/staff/team',
      console: { actions: ['staff.console', 'staff.team', 'staff.resets'] },
    })
    await expect.element(screen.getByText('Anita Desai agreed')).toBeVisible()
    await screen.getByRole('button', { name: 'Agree' }).click()
    await screen.getByLabelText('Reason').fill('I called her')
    await screen.getByRole('dialog').getByRole('button', { name: 'Agree' }).click()
    await expect.element(screen.getByText(/^Done\. They can link/)).toBeVisible()
    expect(approving.inputs).toMatchObject([{ params: { id: 4 }, body: { reason: 'I called her' } }])
  })
})

const nisha: TeamMember = {
  personId: 12,
  name: 'Nisha Fernandes',
  email: 'nisha@pragati.example',
  picture: null,
  isDisabled: false,
  hasSignedUp: true,
  hasAuthenticator: true,
  rights: [
    {
      id: 4,
      role: 'ProgramManager',
      projectId: 7,
      until: '2027-03-31T18:30:00.000Z',
      givenAt: '2026-11-01T06:00:00.000Z',
      givenBy: null,
    },
  ],
}

describe('the team', () => {
  test('a right is given for one programme until the end of a day in India', async () => {
    answer(listTeam, { members: [nisha], rolesToGive: ['Admin', 'Viewer'] })
    const { inputs } = answer(giveRight, { id: 5 })
    const screen = await showConsole({ path: '/staff/team' })
    await screen.getByRole('button', { name: 'Give a right' }).click()
    await screen.getByLabelText('Role').selectOptions('Viewer')
    await screen.getByLabelText('Where').selectOptions('Pragati')
    await screen.getByLabelText('Last day').fill('2027-01-31')
    await screen.getByRole('dialog').getByRole('button', { name: 'Give a right' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(inputs).toEqual([{ body: { personId: 12, role: 'Viewer', projectId: 7, until: '2027-01-31T18:30:00.000Z' } }])
  })

  test('[STF-03] a colleague is invited with a first right in one programme, and joins the list', async () => {
    answer(listTeam, { members: [], rolesToGive: ['ProgramManager', 'Viewer'] })
    const { inputs } = answer(addPerson, { personId: 12 })
    const screen = await showConsole({
      path: '/staff/team',
      console: { actions: ['staff.console', 'staff.team', 'staff.people'] },
    })
    await screen.getByRole('button', { name: 'Invite a colleague' }).click()
    await screen.getByLabelText('First name').fill('Nisha')
    await screen.getByLabelText('Last name').fill('Sethi')
    await screen.getByLabelText('E-mail').fill('nisha@saathi.example')
    await screen.getByLabelText('Role').selectOptions('Viewer')
    await screen.getByLabelText('Where').selectOptions('Pragati')
    answer(listTeam, { members: [nisha], rolesToGive: ['Viewer'] })
    await screen.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('table', { name: 'Team' }).getByText(nisha.email)).toBeVisible()
    expect(inputs).toEqual([
      {
        body: {
          firstName: 'Nisha',
          lastName: 'Sethi',
          email: 'nisha@saathi.example',
          role: 'Viewer',
          newPrimaryLanguage: 'en',
          project: 'pragati',
        },
      },
    ])
  })

  test('ending a right asks first, and the server’s text is shown if it is refused', async () => {
    answer(listTeam, { members: [nisha], rolesToGive: ['Viewer'] })
    const { inputs } = answer(endRight, refuse('accounts.last_administrator', 409, 'This is the last administrator.'))
    const screen = await showConsole({ path: '/staff/team' })
    await screen.getByRole('button', { name: 'End this right' }).click()
    expect(inputs).toEqual([])
    await screen.getByRole('dialog').getByRole('button', { name: 'End this right' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('This is the last administrator.')
    expect(inputs).toEqual([{ params: { id: 4 }, body: {} }])
  })

  test('[STF-17] shows the same message for a page without permission and for a missing one', async () => {
    answer(listTeam, refuse('core.forbidden', 403))
    const screen = await showConsole({ path: '/staff/team' })
    await expect.element(screen.getByRole('heading', { name: 'This is not open to you' })).toBeVisible()
  })
})
