import { signOut } from '@saathi/contract/accounts/identity-calls'
import { expect } from 'vitest'
import { answer, type showApp } from './harness.tsx'

/** Signs out from the account menu, with the dialog about unsent text. */
export function signOutOf(screen: Awaited<ReturnType<typeof showApp>>) {
  const { inputs } = answer(signOut, {})
  const question = screen.getByRole('dialog', { name: 'Some of what you wrote has not been sent' })

  async function press() {
    await screen.getByRole('button', { name: 'Asha Rao, account menu' }).click()
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
  }

  return {
    question,
    press,
    /** Stays the first time and is still signed in; leaves the second time and is signed out. */
    stayThenLeave: async () => {
      await press()
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect.element(question).not.toBeInTheDocument()
      expect(inputs).toEqual([])
      await press()
      await question.getByRole('button', { name: 'Sign out anyway' }).click()
      await expect.poll(screen.pathNow).toBe('/signin')
      await expect.poll(() => inputs.length).toBe(1)
    },
    /** Signs out without a dialog. */
    leave: async () => {
      await press()
      await expect.poll(screen.pathNow).toBe('/signin')
      expect(question.elements()).toEqual([])
    },
  }
}
