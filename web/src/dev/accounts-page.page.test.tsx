import { expect, test } from 'vitest'
import { showApp } from '../../test/harness.tsx'
import { answerDev } from './dev.fake.ts'

const account = (id: number, name: string, role: string) => ({
  id,
  email: `${name.split(' ')[0]?.toLowerCase()}@saathi.example`,
  display_name: name,
  role,
  is_disabled: false,
})
const accounts = [account(1, 'Asha Rao', 'Mentee'), account(2, 'Vikram Sethi', 'SafeguardingLead')]

test('the team comes before the members, and a search finds people by name, address or role', async () => {
  answerDev({ '/dev/accounts.json': { body: { accounts } } })
  const screen = await showApp({ path: '/dev' })
  await expect.element(screen.getByRole('heading', { level: 2 }).first()).toHaveTextContent('The team')
  await expect.element(screen.getByRole('button', { name: 'Sign in as Asha Rao' })).toBeVisible()
  const search = screen.getByLabelText('Find by name, address or role')
  await search.fill('safeguard')
  await expect.element(screen.getByText('Asha Rao')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Sign in as Vikram Sethi' })).toBeVisible()
  await search.fill('nobody')
  await expect.element(screen.getByText('Nobody fits this.')).toBeVisible()
})
