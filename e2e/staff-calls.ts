import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import { expect } from './world.ts'

export type StaffCalls = {
  /** Sends a call as the demo administrator, with the second factor given. Expects success. */
  call: (method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => Promise<Record<string, unknown>>
  /** Opens or closes parts of the product for a person. */
  setFlags: (email: string, flags: Readonly<Record<string, string>>) => Promise<void>
  setMaintenance: (isClosed: boolean) => Promise<void>
  context: BrowserContext
}

/** The calls of the team, from a browser of its own. */
export async function openStaffCalls(browser: Browser, url: string): Promise<StaffCalls> {
  const context = await browser.newContext({ baseURL: url })
  await signInAs(context, url, 'staff', { withSecondFactor: true })
  const renewed = await context.request.post(`${url}/api/v2/identity/refresh/`, { headers: { origin: url } })
  const authorization = `Bearer ${(await renewed.json()).access_token}`
  const call: StaffCalls['call'] = async (method, path, data) => {
    const headers = { authorization, origin: url, 'idempotency-key': randomUUID() }
    const answer = await context.request.fetch(`${url}${path}`, { method, headers, ...(data && { data }) })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return await answer.json()
  }
  return {
    call,
    context,
    async setFlags(email, flags) {
      const { people } = await call('GET', `/api/v2/staff/people/?search=${encodeURIComponent(email)}`)
      const [person] = Array.isArray(people) ? people : []
      await call('PUT', `/api/v2/staff/people/${person.id}/flags/`, flags)
    },
    async setMaintenance(isClosed) {
      await call('PUT', '/api/v2/staff/maintenance/', { under_maintenance: isClosed })
    },
  }
}
