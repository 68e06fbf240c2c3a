import { createStore } from './store.ts'

/** Below this the device's clock is taken as correct: replies take time and give whole seconds. */
const slackMs = 60_000
const behindMs = createStore(0)

/** `date`: the Date header of a reply. */
export function onServerTime(date: string | null): void {
  const behind = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(behind)) behindMs.set(Math.abs(behind) > slackMs ? behind : 0)
}

/** The server decides what is due; a phone with a wrong clock must not disagree. */
export const serverNow = (): number => Date.now() + behindMs.get()
