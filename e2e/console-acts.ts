import { expect, type Page } from '@playwright/test'

/** Acts of the team on the console, the way a person does them. */

const open = (office: Page, entry: string) =>
  office
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: new RegExp(`^${entry}`) })
    .click()

type Colleague = { firstName: string; lastName: string; email: string; role: string; where: string }

/** The colleague then receives a link by mail. */
export async function inviteColleague(office: Page, colleague: Colleague): Promise<void> {
  await open(office, 'Team')
  await office.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('First name').fill(colleague.firstName)
  await dialog.getByLabel('Last name').fill(colleague.lastName)
  await dialog.getByLabel('E-mail').fill(colleague.email)
  await dialog.getByLabel('Role').selectOption(colleague.role)
  await dialog.getByLabel('Where').selectOption(colleague.where)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(office.getByRole('table', { name: 'Team' })).toContainText(colleague.email)
}

const mentorRow = (office: Page, name: string) => office.getByRole('listitem').filter({ hasText: name })

export async function approveMentor(office: Page, name: string): Promise<void> {
  await open(office, 'Mentor approval')
  await mentorRow(office, name).getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('We met and all papers are there.')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(mentorRow(office, name)).toHaveCount(0)
}

/** Tries a run in a programme, looks at what it proposes, and makes the offers. */
export async function offerMatches(office: Page, programme: string, proposed: readonly string[]): Promise<void> {
  await open(office, 'Matching')
  await office.getByLabel('Programme').selectOption(programme)
  await office.getByRole('button', { name: 'Start a trial run' }).click()
  for (const name of proposed) await expect(office.getByRole('tabpanel').getByText(name).first()).toBeVisible()
  await office.getByRole('button', { name: 'Make these offers' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Make these offers' }).click()
  await expect(office.getByText(/offers? made/)).toBeVisible()
}

/** Starts a group that is forming with the people who have a place. */
export async function startGroup(office: Page, programme: string, mentor: string, mentees: readonly string[]): Promise<void> {
  await open(office, 'Matching')
  await office.getByLabel('Programme').selectOption(programme)
  await office.getByRole('tab', { name: /groups/i }).click()
  const group = office.getByRole('listitem').filter({ hasText: `Group of ${mentor}` })
  for (const name of mentees) await expect(group).toContainText(name)
  await group.getByRole('button', { name: /^Start now/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Start now' }).click()
  await expect(group).toHaveCount(0)
}

type Pair = { programme: string; mentor: string; mentee: string; coordinator: string; reason: string }

/** Brings two people together without a match. */
export async function startMentorship(office: Page, pair: Pair): Promise<void> {
  await open(office, 'Pairs')
  await office.getByRole('button', { name: 'Start a mentorship' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Programme').selectOption(pair.programme)
  for (const [part, name] of [
    ['Mentor', pair.mentor],
    ['Mentees', pair.mentee],
  ] as const)
    await dialog.getByRole('group', { name: part, exact: true }).getByRole('button', { name }).click()
  await dialog.getByLabel('Coordinator').selectOption(pair.coordinator)
  await dialog.getByLabel('Reason').fill(pair.reason)
  await dialog.getByRole('button', { name: 'Start it' }).click()
  await expect(office.getByText('The mentorship has started. Everyone was notified.')).toBeVisible()
}
