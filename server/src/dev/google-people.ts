import { createHash } from 'node:crypto'
import { Email } from '@saathi/contract/core/fields'
import type { Db } from '#core/ctx.ts'
import { findGooglePeople } from './store.ts'

export type GooglePerson = { subject: string; email: string; firstName: string; lastName: string }

/** Two people without an account, so that a sign-up can be tried at once. */
const newcomers = [
  { email: 'joseph.kurian@saathi.example', firstName: 'Joseph', lastName: 'Kurian' },
  { email: 'sana.sheikh@saathi.example', firstName: 'Sana', lastName: 'Sheikh' },
].map((person) => ({ ...person, subject: subjectOf(person.email) }))

/** People who signed up with Google, and newcomers who have not signed up yet. */
export async function listGooglePeople(db: Db): Promise<GooglePerson[]> {
  const people = await findGooglePeople(db)
  const known = new Set(people.map(({ email }) => email))
  return [...people, ...newcomers.filter(({ email }) => !known.has(email))]
}

/** A listed person by address, or anybody else; null if the address is invalid. */
export async function chooseGooglePerson(db: Db, { email, name = '' }: { email: string; name?: string | undefined }) {
  const address = Email.safeParse(email)
  if (!address.success) return null
  const listed = (await listGooglePeople(db)).find((person) => person.email === address.data)
  if (listed) return listed
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { subject: subjectOf(address.data), email: address.data, firstName, lastName: rest.join(' ') }
}

/** The same address always gives the same person, as Google does. */
function subjectOf(email: string): string {
  return `demo-${createHash('sha256').update(email).digest('hex').slice(0, 21)}`
}
